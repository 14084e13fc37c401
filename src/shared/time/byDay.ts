/** Rows of a list under the days of the device on which they happened. */

/** A row, and the start of its day where it is the first one of it (Unix milliseconds). */
export type DatedRow<Row> = { readonly id: number | string; readonly row: Row; readonly dayMs: number | undefined };

/** In the order given, which is by time. */
export function byDay<Row extends { readonly id: number | string }>(
  rows: readonly Row[],
  momentOf: (row: Row) => number,
): readonly DatedRow<Row>[] {
  let lastMs: number | undefined;
  return rows.map((row) => {
    const dayMs = dayOf(momentOf(row));
    const isFirst = dayMs !== lastMs;
    lastMs = dayMs;
    return { id: row.id, row, dayMs: isFirst ? dayMs : undefined };
  });
}

/** How many days ago a day was: 0 for today, 1 for yesterday. */
export function daysAgo(dayMs: number, nowMs: number): number {
  // A day of another length, when clocks change, is a day all the same.
  return Math.round((dayOf(nowMs) - dayMs) / 86_400_000);
}

function dayOf(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}
