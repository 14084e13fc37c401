/** Where react-router keeps how far down each entry of the history was scrolled: pixels, by the entry's key. */
const PLACES = 'react-router-scroll-positions';
/** Rows that have not come by then may belong to another list. */
const WAIT_MS = 10_000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a page that was loaded again to where its reader was. The router does it before the page's rows are there;
 * this follows as they come, until the place is reached or the reader moves.
 */
export function restorePlace(): void {
  const place = placeBefore();
  if (place === undefined || window.scrollY > 0 || navigator.userActivation?.hasBeenActive) return;
  const ended = new AbortController();
  const page = new ResizeObserver(follow);
  ended.signal.addEventListener('abort', () => page.disconnect());
  for (const move of MOVES) window.addEventListener(move, () => ended.abort(), { passive: true, signal: ended.signal });
  setTimeout(() => ended.abort(), WAIT_MS);
  page.observe(document.body);

  function follow(): void {
    if (ended.signal.aborted || place === undefined) return;
    // As far as the page reaches: the end of a list that is in sight asks for more of it.
    window.scrollTo({ top: place, behavior: 'instant' });
    if (Math.abs(window.scrollY - place) <= 1) ended.abort();
  }
}

/** Nothing where the page was opened anew, or was read from its top. */
function placeBefore(): number | undefined {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (opening === undefined || opening.type === 'navigate') return undefined;
  try {
    const places = JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Readonly<Record<string, unknown>>;
    const { key = 'default' } = (history.state ?? {}) as { readonly key?: string };
    const place = places[key];
    return typeof place === 'number' && place > 0 ? place : undefined;
  } catch {
    return undefined;
  }
}
