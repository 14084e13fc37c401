// Settings that are refused with real money, each in one line, and that a sandbox refuses none of them.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './configError.ts';
import { refuseForRealMoney } from './realMoney.ts';

const DATABASE_URL = 'postgres://db/halyard';
const lineOf = (env: Readonly<Record<string, string>>): string | undefined => {
  try {
    refuseForRealMoney(readConfig(env));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
};

test('a sandbox allows all of them', () => {
  expect(lineOf({})).toBeUndefined();
  expect(lineOf({ DATABASE_URL, SANDBOX: '1' })).toBeUndefined();
});

test('real money is refused on the embedded database, unless its risk is accepted', () => {
  expect(lineOf({ SANDBOX: '0' })).toMatch(/^SANDBOX=0 on the embedded database.*EMBEDDED_DATABASE_ACCEPTED=1[^\n]*$/);
  expect(lineOf({ SANDBOX: '0', EMBEDDED_DATABASE_ACCEPTED: '0' })).toContain('on the embedded database');
  expect(lineOf({ SANDBOX: '0', EMBEDDED_DATABASE_ACCEPTED: '1' })).not.toContain('embedded');
});

test('real money is refused with prices that no market made', () => {
  expect(lineOf({ DATABASE_URL })).toMatch(/^SANDBOX=0 with simulated prices.*SANDBOX=1[^\n]*$/);
  expect(lineOf({ DATABASE_URL, FEED: `replay:${import.meta.filename}` })).toContain('replayed prices');
});

test('real money runs on live prices', () => {
  const live = { FEED: 'live:binance,kraken', LIVE_TERMS_ACCEPTED: 'yes' };
  expect(lineOf({ DATABASE_URL, ...live })).toBeUndefined();
  expect(lineOf({ SANDBOX: '0', ...live })).toContain('on the embedded database');
});
