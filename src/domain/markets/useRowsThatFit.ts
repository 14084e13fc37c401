import { type RefObject, useEffect, useState } from 'react';

const ROWS_MAX = 40;

const USUAL_REM_PX = 16;

type Heights = {
  /** Of a row with its gap. */
  readonly rowPx: number;
  /** Of everything else in the box. */
  readonly restPx: number;
  /** Rows that a low box shows as well. */
  readonly least: number;
};

/**
 * Rows of a side of a book that fit into a box, which must not grow with them. Heights are those at the usual text
 * size. A stable `heights`, or undefined where rows are not counted.
 */
export function useRowsThatFit(
  ref: RefObject<HTMLElement | null>,
  heights: Heights | undefined,
  boxOf: (element: HTMLElement) => Element | null,
): number | undefined {
  const [boxPx, setBoxPx] = useState<number>();
  const isCounted = heights !== undefined;
  useEffect(() => {
    const box = ref.current && boxOf(ref.current);
    // Without a layout nothing can be measured.
    if (!isCounted || box === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setBoxPx(entry?.contentRect.height));
    observer.observe(box);
    return () => observer.disconnect();
  }, [ref, boxOf, isCounted]);
  if (heights === undefined || boxPx === undefined) return undefined;
  const { least, restPx, rowPx } = heights;
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scale = Math.max(1, remPx / USUAL_REM_PX);
  const fitting = Math.floor((boxPx / scale - restPx) / rowPx / 2);
  return Math.min(ROWS_MAX, Math.max(least, fitting));
}
