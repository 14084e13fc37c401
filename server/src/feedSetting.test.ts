// Where prices come from, as it is set: what is refused says why, and prints no secret.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a seed is refused outside of the sandbox, without printing it', () => {
  const settings = { FEED_SEED: 'secret', DATABASE_URL: 'postgres://db/halyard' };
  expect(() => readConfig(settings)).toThrow(/^FEED_SEED, .* SANDBOX=1 only: unset it\.$/);
  expect(readConfig({ ...settings, SANDBOX: '1' }).feedSeed).toBe('secret');
});

test('a live feed is said to come later', () => {
  expect(() => readConfig({ FEED: 'live:binance' })).toThrow('comes later');
});
