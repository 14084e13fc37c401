import { useCallback, useEffect, useRef, useState } from 'react';

/** Rows drawn beyond what is seen, so that scrolling does not show gaps. */
const BEYOND = 6;
/** At the top, where every key of a search draws the rows anew. */
const BEYOND_AT_TOP = 2;
// Before anything is measured: more than a phone shows.
const SEEN_AT_FIRST = 12;

/**
 * Which rows of a long list have to be drawn: those in sight of its scroller and a few more. All rows are as high as
 * `row` says: pixels, or more in the reader's own text size.
 */
export function useWindow(count: number, row: { readonly px: number; readonly rem: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const [{ first, seen }, setView] = useState({ first: 0, seen: SEEN_AT_FIRST });
  const look = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const rowPx = heightOf(row);
    const next = {
      first: Math.floor(box.scrollTop / rowPx),
      seen: box.clientHeight === 0 ? SEEN_AT_FIRST : Math.ceil(box.clientHeight / rowPx),
    };
    setView((view) => (view.first === next.first && view.seen === next.seen ? view : next));
  }, [row]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [look]);
  /** Scrolls as little as is needed to see a row whole. */
  const reveal = useCallback(
    (index: number) => {
      const box = scroller.current;
      if (box === null) return;
      const rowPx = heightOf(row);
      const lowest = (index + 1) * rowPx - box.clientHeight;
      const highest = index * rowPx;
      box.scrollTop = Math.max(Math.min(box.scrollTop, highest), lowest);
      look();
    },
    [look, row],
  );
  const onScroll = useCallback(() => {
    isScrolled.current = true;
    look();
  }, [look]);
  /**
   * Scrolls to the first row. A list that was never scrolled is not measured for it, which would lay the page out once
   * more.
   */
  const toTop = useCallback(() => {
    if (!isScrolled.current || scroller.current === null) return;
    isScrolled.current = false;
    scroller.current.scrollTop = 0;
    look();
  }, [look]);
  const from = Math.max(0, Math.min(first, count - 1) - BEYOND);
  const to = Math.min(count, first + seen + (first === 0 ? BEYOND_AT_TOP : BEYOND));
  return { scroller, from, to, onScroll, toTop, reveal } as const;
}

function heightOf({ px, rem }: { readonly px: number; readonly rem: number }): number {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isNaN(remPx) ? px : Math.max(px, rem * remPx);
}
