// A log goes on as it may, or the first entry that does not is named. Each case is one entry after others.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { formatEntry, type Entry } from './entries.ts';
import { followEntries, NOTHING_FOLLOWED, type Followed } from './followEntries.ts';
import { verifierKey } from './keys.ts';
import { ENTRIES, LOG, ORIGIN } from './logFixtures.ts';
import { keyBefore } from './seedChain.ts';

const SEALED_MS = Date.parse('2026-03-03T00:01:00Z');
const THIRD = new Uint8Array(32).fill(3);
const SECOND = keyBefore(THIRD);
const FIRST = keyBefore(SECOND);
const ANCHOR = keyBefore(FIRST);

const tick = (beforeMs: number) => ({ atMs: SEALED_MS - beforeMs, price: decimal('1'), quantity: decimal('1') });
const prices = (firstSeq: number, beforeMs: readonly number[], sealedMs = SEALED_MS, id = 1): Entry => ({
  kind: 'prices',
  sealedMs,
  series: [{ id, firstSeq, ticks: beforeMs.map(tick) }],
});
const nothing = (sealedMs: number): Entry => ({ kind: 'prices', sealedMs, series: [] });
const reveal = (day: string, key: Uint8Array): Entry => ({ kind: 'reveal', day, key });
const seed = (firstDay: string): Entry => ({ kind: 'seed', firstDay, days: 3, anchor: ANCHOR });
const snapshot = (number: number, outside: string): Entry => ({
  kind: 'liabilities',
  sealedMs: SEALED_MS,
  snapshot: number,
  journalId: 1,
  root: ANCHOR,
  leaves: 1024,
  currencies: [{ id: 1, code: 'USDT', users: decimal('5'), house: [{ account: 'outside', total: decimal(outside) }] }],
});
const series: Entry = {
  kind: 'series',
  sealedMs: SEALED_MS,
  id: 1,
  market: 'BTC/USDT',
  source: 'simulated',
  method: 'schwartz-2',
  identity: 'x',
  pricePlaces: 2,
  quantityPlaces: 6,
};
const log: Entry = { kind: 'log', origin: ORIGIN, predecessor: null };
const key: Entry = { kind: 'key', key: LOG.key, fromMs: SEALED_MS };

const START: readonly Entry[] = [
  log,
  series,
  seed('2026-03-01'),
  prices(7, [1500, 1000]),
  reveal('2026-03-01', FIRST),
  snapshot(4, '-5'),
];
const follow = (entries: readonly Entry[], before: Followed = NOTHING_FOLLOWED) =>
  followEntries(before, entries.map(formatEntry), ORIGIN);
const after = (...entries: readonly Entry[]) => follow([...START, ...entries]);

it('follows a log in one go or in pieces, also when what it knows was kept as JSON', () => {
  const whole = after(prices(9, [500]), reveal('2026-03-02', SECOND), snapshot(5, '-5'));
  expect(whole).toMatchObject({ warnings: [], fault: undefined, followed: { size: 9 } });
  const kept = JSON.parse(JSON.stringify(follow(START).followed)) as Followed;
  const rest = follow([prices(9, [500]), reveal('2026-03-02', SECOND), snapshot(5, '-5')], kept);
  expect(rest.followed).toEqual(whole.followed);
});

it('warns of times without an entry, of late ticks, and of what signs or makes prices from now on', () => {
  const later = SEALED_MS + 2001;
  expect(after(prices(9, [500, 0], later), key, seed('2026-03-04')).warnings).toEqual([
    'entry 6 (prices, series 1 seq 9 to 10): nothing was sealed for 2001 ms before it',
    'entry 6 (prices, series 1 seq 9 to 10): series 1 seq 9 to 10 late, by up to 2501 ms',
    expect.stringContaining(`entry 7 (key): from ${SEALED_MS} on another key signs too: ${ORIGIN}+`),
    'entry 8 (seed): prices from 2026-03-04 on are made with keys of another chain',
  ]);
  expect(follow([log, ...START.slice(1)]).warnings).toEqual([]);
  expect(followEntries(NOTHING_FOLLOWED, ENTRIES, ORIGIN).warnings).toEqual([
    'entry 5 (prices, series 1 seq 81238): nothing was sealed for 59000 ms before it',
  ]);
});

describe('the entry at fault is named', () => {
  it.each<readonly [string, Entry]>([
    ['prices, series 1 seq 10): series 1 goes on with seq 10 after 8', prices(10, [500])],
    ['prices, series 1 seq 8): series 1 goes on with seq 8 after 8', prices(8, [500])],
    ['prices, series 1 seq 9): series 1 seq 9 is of a time before the tick before it', prices(9, [1001])],
    ['prices, series 1 seq 9 to 10): series 1 seq 10 is of a time before', prices(9, [500, 501])],
    ['prices, series 1 seq 9): series 1 seq 9 is of a time after it was sealed', prices(9, [-1])],
    ['prices, series 2 seq 9): series 2, which the log has not named', prices(9, [500], SEALED_MS, 2)],
    ['prices): sealed before the entry before it', nothing(SEALED_MS - 1)],
    ['series): a series twice', series],
    ['log): a log says its name first, and once', log],
    ['reveal): not the key that was fixed before', reveal('2026-03-02', THIRD)],
    ['reveal): the key of a day that is not next', reveal('2026-03-01', FIRST)],
    ['reveal): the key of a day that is not over', reveal('2026-03-03', THIRD)],
    ['reveal): the key of a day that is not next', reveal('2026-03-04', THIRD)],
    ['seed): other keys for days that have begun', seed('2026-03-03')],
    ['liabilities): the totals of USDT do not come to zero', snapshot(5, '-4.999999999999999999')],
    ['liabilities): a snapshot that is not the next one', snapshot(4, '-5')],
    ['key): the key of another log', { kind: 'key', key: verifierKey('x', 'log', ANCHOR), fromMs: 0 }],
  ])('%s', (fault, entry) => {
    const { fault: found, followed } = after(entry, nothing(SEALED_MS));
    expect(found).toContain(`entry ${START.length} (${fault}`);
    expect(followed.size).toBe(START.length);
  });

  it('and so is one that is no entry, and a log that is another one', () => {
    const text = 'halyard/gossip/v1\n';
    expect(followEntries(NOTHING_FOLLOWED, [formatEntry(log), text], ORIGIN).fault).toBe(
      'entry 1 (unreadable): line 1: an unknown kind of entry',
    );
    expect(followEntries(NOTHING_FOLLOWED, [formatEntry(log)], 'other').fault).toContain('the name of another log');
    expect(follow([nothing(0)]).fault).toContain('a log says its name first');
  });
});
