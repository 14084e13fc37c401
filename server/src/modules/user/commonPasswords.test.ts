// Easily guessed passwords: the list beside the server, and words of the exchange and the account.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER } from '../../folders.ts';
import { isCommonPassword, isEasilyGuessed } from './passwords.ts';

const WORDS = ['BTC', 'USDT', 'Ethereum', 'ann.lee@example.com', 'ann.lee', '442079460123'];

test('the list is 100,000 prefixes of 8 bytes in ascending order, each once', () => {
  const list = readFileSync(join(SERVER, 'lists/common-passwords.bin'));
  expect(list.length).toBe(800_000);
  const isAscending = (at: number) => at === 0 || list.readBigUInt64BE(at - 8) < list.readBigUInt64BE(at);
  const wrong = Array.from({ length: 100_000 }, (_, index) => index * 8).filter((at) => !isAscending(at));
  expect(wrong).toEqual([]);
});

test.each(['123456', '12345678', 'PassWord', 'qwertyuiop', 'iloveyou', 'trustno1', 'letmein1'])(
  '%s is common, whatever its capitals',
  (password) => {
    expect([isCommonPassword(password), isCommonPassword(password.toUpperCase())]).toEqual([true, true]);
  },
);

test.each(['a quiet harbour', 'a louder harbour', 'mine from now', 'another harbour', 'kq3-vx8-wz1', ''])(
  '«%s» is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test.each([
  'halyard1',
  'Halyard2024!',
  'halyardhalyard',
  'HALYARDpassword',
  'btcusdt99',
  'ＢＴＣＵＳＤＴ１２',
  'ann.lee.1990',
  'ann.lee@example.com',
  '442079460123!',
])('«%s» is little more than words of the account or the exchange', (password) => {
  expect(isEasilyGuessed(password, WORDS)).toBe(true);
});

test.each(['a quiet harbour', 'four anchors hold halyard', 'btc-7fk2-qq81-zz', 'annabel climbs stairs'])(
  '«%s» has enough beside them',
  (password) => {
    expect(isEasilyGuessed(password, WORDS)).toBe(false);
  },
);
