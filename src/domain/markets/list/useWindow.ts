import { useCallback, useEffect, useRef, useState } from 'react';

/** Rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const BEYOND = 6;
/** At the top, where every key of a search renders the rows again. */
const BEYOND_AT_TOP = 2;
// Before anything is measured: more than a phone shows.
const SEEN_AT_FIRST = 12;

/**
 * The rows of a long list to render: the visible ones and a few more. All rows have the height `row`: pixels, or more
 * with the reader's text size.
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
  /** Scrolls as little as needed to show a row completely. */
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
  /** Scrolls to the first row. An unscrolled list is not measured, which would force another layout. */
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
