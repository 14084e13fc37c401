/** Position of toasts: as low as possible without covering a bar, a title or a field, nor a button if there is room. */

const BARS =
  'header, footer, nav, h1, h2, h3, input, textarea, select, [role=combobox], [role=slider], [role=spinbutton]';
const PRESSED = 'button, a[href]';
const GAP_PX = 8;

type Span = { readonly top: number; readonly bottom: number };

/** Moves the viewport of the toasts to the lowest free place. */
export function putToasts(viewport: HTMLElement): void {
  const { height } = viewport.getBoundingClientRect();
  const { offsetTop = 0, height: seenPx = window.innerHeight } = window.visualViewport ?? {};
  const seen = { top: offsetTop, bottom: offsetTop + seenPx };
  const bars = spansOf(BARS, viewport);
  const top =
    freeTop([...bars, ...spansOf(PRESSED, viewport)], seen, height + 2 * GAP_PX) ??
    freeTop(bars, seen, height + 2 * GAP_PX);
  // No free place: over the tab bar, which is never under a sheet.
  viewport.style.setProperty('--toast-top', top === undefined ? 'auto' : `${top + GAP_PX}px`);
  viewport.style.setProperty('--toast-bottom', top === undefined ? '' : 'auto');
}

/** Upper end of the lowest free space of a height. */
export function freeTop(taken: readonly Span[], seen: Span, heightPx: number): number | undefined {
  let bottom = seen.bottom;
  for (const span of [...taken].sort((a, b) => b.bottom - a.bottom)) {
    if (bottom - heightPx >= span.bottom) break;
    if (span.top < bottom) bottom = Math.min(bottom, span.top);
  }
  return bottom - heightPx >= seen.top ? bottom - heightPx : undefined;
}

/** Spans of elements on the uppermost layer: a sheet covers the page. */
function spansOf(selector: string, viewport: HTMLElement): Span[] {
  const layer = [...document.querySelectorAll('[role=dialog]')].findLast((one) => !viewport.contains(one)) ?? document;
  return [...layer.querySelectorAll(selector)]
    .filter((element) => !viewport.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 0);
}
