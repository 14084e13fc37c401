/** What every look at the page asks of a style: whether something is there to be seen and pressed. */
type Seen = Pick<CSSStyleDeclaration, 'display' | 'visibility' | 'pointerEvents'>;

/** What of an element, beside its name, the browser's own sheet goes by when it hides something. */
const MARKS = ['hidden', 'open', 'type', 'popover'] as const;

/** Pages that are answered already: each file of tests asks for it. */
const ANSWERED = new WeakSet<Window>();

/**
 * Answers what is asked of styles most without working out all the rest, which takes jsdom a third of the time of a
 * screen's tests. A page of a test has no sheets, so an element's style is its own, its ancestors' and that of its
 * kind; anything else, and any page with sheets, is left to jsdom.
 */
export function answerPlainStyles(page: Window & typeof globalThis): void {
  if (ANSWERED.has(page)) return;
  ANSWERED.add(page);
  const workOut = page.getComputedStyle.bind(page);
  const displays = new Map<string, string>();

  const displayOf = (element: Element) => {
    const own = ownStyle(element)?.display ?? '';
    if (own !== '') return own;
    const kind = [element.localName, ...MARKS.map((mark) => element.getAttribute(mark) ?? '-')].join(' ');
    const display = displays.get(kind) ?? workOut(element).display;
    displays.set(kind, display);
    return display;
  };

  page.getComputedStyle = (element, pseudo) => {
    if (typeof pseudo === 'string' || page.document.styleSheets.length > 0) return workOut(element, pseudo);
    const seen: Seen = {
      get display() {
        return displayOf(element);
      },
      get visibility() {
        return inherited(element, 'visibility') ?? 'visible';
      },
      get pointerEvents() {
        return inherited(element, 'pointerEvents') ?? 'auto';
      },
    };
    return new Proxy(seen as CSSStyleDeclaration, {
      get(_seen, name) {
        if (isSeen(name)) return seen[name];
        if (name !== 'getPropertyValue') return Reflect.get(workOut(element), name) as unknown;
        return (property: string) => (isSeen(property) ? seen[property] : workOut(element).getPropertyValue(property));
      },
    });
  };
}

const isSeen = (name: string | symbol): name is keyof Seen =>
  name === 'display' || name === 'visibility' || name === 'pointerEvents';

function ownStyle(element: Element): CSSStyleDeclaration | undefined {
  return element.hasAttribute('style') ? (element as HTMLElement).style : undefined;
}

function inherited(element: Element, property: 'visibility' | 'pointerEvents'): string | undefined {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const own = ownStyle(at)?.[property] ?? '';
    if (own !== '' && own !== 'inherit') return own;
  }
  return undefined;
}
