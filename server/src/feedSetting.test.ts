// The feed setting: refusals have the reason, and print no secret.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a seed is refused outside of the sandbox, without printing it', () => {
  const settings = { FEED_SEED: 'secret', DATABASE_URL: 'postgres://db/halyard' };
  expect(() => readConfig(settings)).toThrow(/^FEED_SEED, .* SANDBOX=1 only: unset it\.$/);
  expect(readConfig({ ...settings, SANDBOX: '1' }).feedSeed).toBe('secret');
});

test('a live feed is refused as not available yet', () => {
  expect(() => readConfig({ FEED: 'live:binance' })).toThrow('comes later');
});
