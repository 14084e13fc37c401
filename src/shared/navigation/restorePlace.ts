/** Storage key under which react-router keeps scroll positions: pixels, by the history entry's key. */
const PLACES = 'react-router-scroll-positions';
/** Rows that arrive later may belong to another list. */
const WAIT_MS = 10_000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a reloaded page to its previous position. The router does so before the page's rows are there; this repeats
 * it as they arrive, until the position is reached or the user scrolls.
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
    // As far as the page reaches: a visible end of a list loads more of it.
    window.scrollTo({ top: place, behavior: 'instant' });
    if (Math.abs(window.scrollY - place) <= 1) ended.abort();
  }
}

/** `undefined` if the page was opened for the first time, or was at its top. */
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
