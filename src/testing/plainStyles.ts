/** The style properties by which Testing Library decides whether an element is visible and clickable. */
type Seen = Pick<CSSStyleDeclaration, 'display' | 'visibility' | 'pointerEvents'>;

/** Attributes by which the browser's own style sheet hides an element, beside its name. */
const MARKS = ['hidden', 'open', 'type', 'popover'] as const;

// Kept on the window: each test file asks for it, with modules of its own.
const IS_ANSWERED = Symbol.for('plain styles are answered');

/**
 * Answers the most frequent style queries without computing the full style, which takes jsdom a third of a screen
 * test's time. Test pages have no style sheets, so an element's style is its own, its ancestors' and its element
 * type's. Other properties, and pages with style sheets, go to jsdom.
 */
export function answerPlainStyles(page: Window & typeof globalThis): void {
  if (Reflect.has(page, IS_ANSWERED)) return;
  Reflect.set(page, IS_ANSWERED, true);
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
