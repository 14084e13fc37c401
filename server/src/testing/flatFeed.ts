/** A feed for tests of processes: one market with a constant price, so that an exchange starts quickly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A replay begins at the same time of the week, whenever it starts. */
const A_WEEK = { startMs: Date.UTC(2023, 2, 20), minutes: 7 * 24 * 60 + 60 };

/** Writes the candles into a folder, of a week by default; returns the value for `FEED`. */
export function flatFeed(folder: string, { startMs, minutes } = A_WEEK): string {
  const path = join(folder, 'btcusdt-flat.csv');
  const startSeconds = startMs / 1000;
  const lines = Array.from(
    { length: minutes },
    (_, minute) => `${startSeconds + minute * 60},20000,20010,19990,20001,1`,
  );
  writeFileSync(path, ['time,open,high,low,close,volume', ...lines].join('\n'));
  return `replay:${path}`;
}
