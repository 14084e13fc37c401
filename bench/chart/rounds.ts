/** The speed of one library in one round: a fresh, slowed page; every figure is work of its main thread. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { FRAMES_AT_REST, FRAMES_OF_TICK } from './pages/frames.ts';
import { openPhone, swipe, type Phone } from './phone.ts';
import { workBetween } from './trace.ts';

/** Milliseconds. */
export type Speed = {
  readonly firstPaint: number;
  readonly tickMedian: number;
  readonly tickP95: number;
  readonly panP95: number;
};

const SLOWDOWN = 4;
const WARM_UP_TICKS = 30;
const IDLE_TURNS = 30;
const TICKS = 150;
const SWIPES = 3;
const MOVES = 30;
/** After a swipe, until movement has stopped. */
const REST_MS = 1500;
/** Frames to wait after all candles were passed, relative to those of a tick. */
const IDLE_SHARE_OF_SHOW = FRAMES_AT_REST / FRAMES_OF_TICK;
const BEGIN = 'bench:begin';

/**
 * Opens the page and measures it. Throws when a tick or a swipe changes nothing on the screen: then there was nothing
 * to measure.
 */
export async function measureSpeed(browser: Browser, url: string): Promise<Speed> {
  const phone = await openPhone(browser, url, SLOWDOWN);
  const { page, trace } = phone;
  await page.evaluate(() => window.bench.start());
  const shown = workBetween(await trace(() => page.evaluate(() => window.bench.show())), BEGIN);
  await page.evaluate((count) => window.bench.tick(count, false), WARM_UP_TICKS);
  const idle = workBetween(
    await trace(() => page.evaluate((count) => window.bench.tick(count, true), IDLE_TURNS)),
    BEGIN,
  );
  const idleMs = quantile(idle, 0.5);
  const ticked = await changes(phone, () =>
    trace(() => page.evaluate((count) => window.bench.tick(count, false), TICKS)),
  );
  const ticks = workBetween(ticked, BEGIN).map((ms) => Math.max(0, ms - idleMs));
  const panned = await changes(phone, () => trace(() => swipes(phone)));
  const moves = Array.from({ length: SWIPES }, (_, place) => workBetween(panned, `bench:move:${place + 1}`)).flat();
  await phone.close();
  return {
    firstPaint: Math.max(0, quantile(shown, 0.5) - idleMs * IDLE_SHARE_OF_SHOW),
    tickMedian: quantile(ticks, 0.5),
    tickP95: quantile(ticks, 0.95),
    panP95: quantile(moves, 0.95),
  };
}

/** The value below which a share of all values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}

async function swipes(phone: Phone): Promise<void> {
  for (let turn = 0; turn < SWIPES; turn += 1) {
    await swipe(phone, { fromX: 40, toX: 310, y: 160, moves: MOVES });
    await pause(REST_MS);
  }
}

async function changes<Result>({ page }: Phone, act: () => Promise<Result>): Promise<Result> {
  const picture = page.locator('#box');
  const before = await picture.screenshot();
  const result = await act();
  if (before.equals(await picture.screenshot())) throw new Error(`nothing moved on ${page.url()}`);
  return result;
}
