/** A feed for tests of processes: one market with a constant price, so that an exchange starts quickly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTES = 7 * 24 * 60 + 60;

/** Writes the candles into a folder; returns the value for `FEED`. */
export function flatFeed(folder: string): string {
  const path = join(folder, 'btcusdt-flat.csv');
  const startSeconds = Date.UTC(2023, 2, 20) / 1000;
  const lines = Array.from(
    { length: MINUTES },
    (_, minute) => `${startSeconds + minute * 60},20000,20010,19990,20001,1`,
  );
  writeFileSync(path, ['time,open,high,low,close,volume', ...lines].join('\n'));
  return `replay:${path}`;
}
