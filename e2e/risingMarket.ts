/** A market whose price rises every second, so that every option ends in time and up always wins. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { priceOf } from './recording.ts';

/** The prices begin so long before the exchange starts, and continue for so long. */
const PAST_SECONDS = 600;
const AHEAD_SECONDS = 3600;
const FIRST_CENTS = 2_000_000;
const STEP_CENTS = 25;

export type RisingMarket = {
  /** The settings by which an exchange plays it. */
  readonly settings: Readonly<Record<string, string>>;
  remove(): Promise<void>;
};

/** Writes the prices of a BTC/USDT that rises from now on, by so much a second. */
export async function createRisingMarket(stepCents = STEP_CENTS): Promise<RisingMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-rising-'));
  const path = join(folder, 'btcusdt-rising.csv');
  const startMs = Date.now() - PAST_SECONDS * 1000;
  const ticks = Array.from({ length: PAST_SECONDS + AHEAD_SECONDS }, (_, second) =>
    [startMs + second * 1000, priceOf(FIRST_CENTS + second * stepCents), 1].join(),
  );
  await writeFile(path, ['time_ms,price,quantity', ...ticks, ''].join('\n'));
  return {
    settings: { FEED: `replay:${path}`, FEED_REPLAY_START: new Date(startMs).toISOString() },
    remove: () => rm(folder, { recursive: true }),
  };
}
