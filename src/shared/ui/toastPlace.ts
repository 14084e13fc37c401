/** Position of toasts: at the top, below the header, never over a sheet, and over no control if there is room. */

const BARS =
  'header, footer, nav, h1, h2, h3, input, textarea, select, [role=combobox], [role=slider], [role=spinbutton]';
const PRESSED = 'button, a[href]';
const GAP_PX = 8;

type Span = { readonly top: number; readonly bottom: number };

/** Moves the viewport of the toasts to the highest free place. */
export function putToasts(viewport: HTMLElement): void {
  const { height } = viewport.getBoundingClientRect();
  const { offsetTop = 0, height: seenPx = window.innerHeight } = window.visualViewport ?? {};
  const seen = { top: offsetTop, bottom: offsetTop + seenPx };
  const sheet = [...document.querySelectorAll('[role=dialog]')].findLast((one) => !viewport.contains(one));
  const needed = height + 2 * GAP_PX;
  const top =
    sheet === undefined ? placeOn(document, seen, needed, viewport) : placeBeside(sheet, seen, needed, viewport);
  viewport.style.setProperty('--toast-top', top === undefined ? '' : `${top + GAP_PX}px`);
  // A sheet that opens later covers the toasts.
  viewport.style.setProperty('--toast-layer', sheet === undefined ? '' : 'var(--layer-toast)');
}

/** Above the sheet, or where the sheet is too high, at a place of it without controls. */
function placeBeside(sheet: Element, seen: Span, needed: number, viewport: HTMLElement): number | undefined {
  const { top } = sheet.getBoundingClientRect();
  return top - seen.top >= needed ? seen.top : placeOn(sheet, seen, needed, viewport);
}

function placeOn(layer: ParentNode, seen: Span, needed: number, viewport: HTMLElement): number | undefined {
  const bars = spansOf(layer, BARS, viewport);
  const pressed = spansOf(layer, PRESSED, viewport);
  return freeTop([...bars, ...pressed], seen, needed) ?? freeTop(bars, seen, needed);
}

/** Upper end of the highest free space of a height. */
export function freeTop(taken: readonly Span[], seen: Span, heightPx: number): number | undefined {
  let { top } = seen;
  for (const span of [...taken].sort((a, b) => a.top - b.top)) {
    if (span.top >= top + heightPx) break;
    top = Math.max(top, span.bottom);
  }
  return top + heightPx <= seen.bottom ? top : undefined;
}

/** Spans of the elements that toasts of this width could cover. */
function spansOf(layer: ParentNode, selector: string, viewport: HTMLElement): Span[] {
  const { left, right } = viewport.getBoundingClientRect();
  return [...layer.querySelectorAll(selector)]
    .filter((element) => !viewport.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.right > left && box.left < right);
}
