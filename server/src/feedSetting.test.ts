// The feed setting: refusals have the reason, and print no secret.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a seed is refused outside of the sandbox, without printing it', () => {
  const settings = { FEED_SEED: 'secret', DATABASE_URL: 'postgres://db/halyard' };
  expect(() => readConfig(settings)).toThrow(/^FEED_SEED, .* SANDBOX=1 only: unset it\.$/);
  expect(readConfig({ ...settings, SANDBOX: '1' }).feedSeed).toBe('secret');
});

const LIVE = { FEED: 'live:binance, kraken', LIVE_TERMS_ACCEPTED: 'yes' };

test('live prices need terms that are accepted, and the line names them', () => {
  expect(() => readConfig({ FEED: LIVE.FEED })).toThrow(
    /^FEED=live: [^\n]*LIVE_TERMS_ACCEPTED=yes: binance \(https:[^ ]+\), kraken \(https:[^ ]+\)\.$/,
  );
  expect(() => readConfig({ ...LIVE, LIVE_TERMS_ACCEPTED: 'no' })).toThrow('LIVE_TERMS_ACCEPTED=yes');
});

test('live prices are of the venues that are named, by the names of markets that are set', () => {
  const { feed } = readConfig({
    ...LIVE,
    LIVE_SYMBOLS: 'kraken:BTC/USDT=XBT/USDT, binance:TRX/USDT=none',
    LIVE_URLS: 'kraken=ws://127.0.0.1:9000',
  });
  expect(feed).toMatchObject({
    kind: 'live',
    venues: [{ name: 'binance' }, { name: 'kraken' }],
    minSources: 2,
    symbols: [
      { venue: 'kraken', market: 'BTC/USDT', symbol: 'XBT/USDT' },
      { venue: 'binance', market: 'TRX/USDT', symbol: undefined },
    ],
    origins: new Map([['kraken', 'ws://127.0.0.1:9000']]),
  });
});

test.each([
  ['an unknown venue', { FEED: 'live:binance,mtgox' }, /^FEED must be .*binance, kraken, coinbase, okx, bybit/],
  ['a venue twice', { FEED: 'live:kraken,kraken' }, /^FEED must be/],
  ['no venue', { FEED: 'live:' }, /^FEED must be/],
  ['a single venue', { FEED: 'live:kraken' }, /^FEED=live names fewer venues than the 2 /],
  ['fewer venues than asked for', { LIVE_MIN_SOURCES: '3' }, /^FEED=live names fewer venues than the 3 /],
  ['a price of one venue', { LIVE_MIN_SOURCES: '1' }, /^LIVE_MIN_SOURCES must be a whole number from 2 to 5/],
  ['a malformed name of a market', { LIVE_SYMBOLS: 'BTC/USDT=XBT' }, /^LIVE_SYMBOLS must be/],
  ['an address that is none', { LIVE_URLS: 'kraken=http://example.com' }, /^LIVE_URLS must be/],
  [
    'another address where money is real',
    { SANDBOX: '0', LIVE_URLS: 'kraken=wss://example.com' },
    /^LIVE_URLS, .* SANDBOX=1 only: unset it\.$/,
  ],
])('live prices with %s are refused', (_what, settings, line) => {
  expect(() => readConfig({ ...LIVE, ...settings })).toThrow(line);
});

test('another exchange is followed in a sandbox, with the key of its log', () => {
  const FOLLOW_KEY = 'halyard.example/log/2026a+8ccb1831+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';
  const settings = { FEED: 'follow:https://halyard.example/', FOLLOW_KEY, SANDBOX: '1' };
  expect(readConfig(settings).feed).toMatchObject({ kind: 'follow', address: 'https://halyard.example' });
  expect(() => readConfig({ ...settings, FOLLOW_KEY: '' })).toThrow(/needs FOLLOW_KEY/);
  expect(() => readConfig({ ...settings, FOLLOW_KEY: 'another text' })).toThrow(/FOLLOW_KEY/);
  const real = { ...settings, SANDBOX: '0', DATABASE_URL: 'postgres://db/halyard' };
  expect(() => readConfig(real)).toThrow(/SANDBOX=1 only/);
});
