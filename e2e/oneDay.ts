/** Tests of daily counts; days are those of UTC. */
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '@playwright/test';

const DAY_MS = 24 * 3_600_000;

/**
 * Makes a test of at most `minutes` run within one day: shortly before midnight it waits for the next one, with its
 * timeout extended by the wait.
 */
export async function withinOneDay(minutes: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs > minutes * 60_000) return;
  test.setTimeout(test.info().timeout + leftMs);
  await pause(leftMs);
}
