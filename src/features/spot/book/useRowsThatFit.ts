import { useEffect, useRef, useState } from 'react';

/** A side on the smallest phone; never fewer, so that the book has its shape before anything is measured. */
const ROWS_MIN = 6;
const ROWS_MAX = 24;
// A row with its gap, and all that is not rows. They grow with the reader's own text size from the usual one on.
const ROW_PX = 23;
const REST_PX = 118;
const USUAL_REM_PX = 16;

/**
 * How many rows a side of the book has room for beside the ticket. The box that is measured must not grow with them.
 */
export function useRowsThatFit() {
  const ref = useRef<HTMLElement>(null);
  const [rowCount, setRowCount] = useState(ROWS_MIN);
  useEffect(() => {
    const box = ref.current?.parentElement;
    // Where nothing is drawn nothing can be measured.
    if (box === null || box === undefined || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRowCount(rowsIn(entry.contentRect.height));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, rowCount } as const;
}

function rowsIn(heightPx: number): number {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scale = Math.max(1, remPx / USUAL_REM_PX);
  const fitting = Math.floor((heightPx / scale - REST_PX) / ROW_PX / 2);
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, fitting));
}
