/** Lays out words in as many lines as they need. */

/** Pieces that stay together. */
export type Words = readonly { readonly text: string; readonly fill: string; readonly isStrong?: boolean }[];
export type Placed = {
  readonly text: string;
  readonly fill: string;
  readonly isStrong: boolean;
  x: number;
  line: number;
};
export type Measure = (text: string) => number;

/** Gaps between the pieces of a word, and between words. */
const PIECE_GAP_PX = 4;
const WORD_GAP_PX = 9;

/** Lays out words in lines of a width; each piece has its position. */
export function flow(all: readonly Words[], width: number, measure: Measure): Placed[] {
  const placed: Placed[] = [];
  let [x, line] = [0, 0];
  for (const words of all) {
    const widths = words.map(({ text }) => measure(text));
    const total = widths.reduce((sum, wide) => sum + wide, PIECE_GAP_PX * (words.length - 1));
    if (x > 0 && x + total > width) [x, line] = [0, line + 1];
    for (const [place, { text, fill, isStrong = false }] of words.entries()) {
      placed.push({ text, fill, isStrong, x, line });
      x += (widths[place] ?? 0) + PIECE_GAP_PX;
    }
    x += WORD_GAP_PX - PIECE_GAP_PX;
  }
  return placed;
}

/** Number of lines. */
export function linesOf(placed: readonly Placed[]): number {
  return (placed.at(-1)?.line ?? -1) + 1;
}
