/** Files of ticks for tests that play them, written as they are recorded. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A tick of a script: when, in milliseconds, and at which price. */
export type ScriptTick = readonly [atMs: number, price: string];

/** Writes the ticks of a market; answers the path. Gzipped where the name says so. */
export function writeTicks(folder: string, name: string, ticks: readonly ScriptTick[]): string {
  const path = join(folder, name);
  const text = ['time_ms,price,quantity', ...ticks.map(([atMs, price]) => `${atMs},${price},1`), ''].join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}
