/** A feed for tests of processes: one market with a constant price, so that an exchange starts quickly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@halyard/contract/time';

const MINUTES = 24 * 60;

/**
 * Writes the candles of a day that began an hour ago into a folder; returns the value for `FEED`. Each start of an
 * exchange without data writes the prices of what is past.
 */
export function flatFeed(folder: string): string {
  const path = join(folder, 'btcusdt-flat.csv');
  const startSeconds = (Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS) / 1000;
  const lines = Array.from(
    { length: MINUTES },
    (_, minute) => `${startSeconds + minute * 60},20000,20010,19990,20001,1`,
  );
  writeFileSync(path, ['time,open,high,low,close,volume', ...lines].join('\n'));
  return `replay:${path}`;
}
