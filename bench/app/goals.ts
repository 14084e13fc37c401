/**
 * Figures beside their goals. Times are given as shares of a bare page's time in the same run: other work of the
 * machine slows both.
 */
import { quantile } from '../chart/rounds.ts';

export const median = (values: readonly number[]) => quantile([...values], 0.5);

/** Times of the app and of the bare page, in ms, a pair for each round. */
export type Pairs = readonly { readonly app: number; readonly bare: number }[];

/** Prints a line for a figure; returns whether its goal is reached. */
export function say(title: string, shown: string, goal: string, isReached: boolean): boolean {
  console.log(`  ${isReached ? 'ok    ' : 'MISSED'} ${title.padEnd(26)} ${shown.padStart(26)}   goal ${goal}`);
  return isReached;
}

/** A line for times as the median of their shares. */
export function sayShare(title: string, pairs: Pairs, timesMax: number): boolean {
  const share = median(pairs.map(({ app, bare }) => app / bare));
  const [app, bare] = [median(pairs.map((pair) => pair.app)), median(pairs.map((pair) => pair.bare))];
  const shown = `${share.toFixed(1)} (${app.toFixed(0)} of ${bare.toFixed(0)} ms)`;
  return say(title, shown, `<= ${timesMax} times a bare page`, share <= timesMax);
}
