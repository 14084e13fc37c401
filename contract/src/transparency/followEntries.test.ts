// A valid log is accepted, and the first invalid entry is named. Each case is one entry after others.
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { decimal } from '../money/money.ts';
import { formatEntry, type Entry } from './entries.ts';
import { followEntries, NOTHING_FOLLOWED, withStatistics, type Followed } from './followEntries.ts';
import { ENTRIES, LOG, ORIGIN } from '../../testing/logFixtures.ts';
import { verifierKey } from './note.ts';
import { chainIdentity } from './fixedKeys.ts';
import { keyBefore } from './seedChain.ts';
import type { FuturesTotals, StatisticsEntry } from './totalEntries.ts';

const LOGGED_MS = Date.parse('2026-03-03T00:01:00Z');
const THIRD = new Uint8Array(32).fill(3);
const SECOND = keyBefore(THIRD);
const FIRST = keyBefore(SECOND);
const ANCHOR = keyBefore(FIRST);

const tick = (beforeMs: number) => ({ atMs: LOGGED_MS - beforeMs, price: decimal('1'), quantity: decimal('1') });
const prices = (firstSeq: number, beforeMs: readonly number[], loggedMs = LOGGED_MS, id = 1): Entry => ({
  kind: 'prices',
  loggedMs,
  series: [{ id, firstSeq, ticks: beforeMs.map(tick) }],
});
const nothing = (loggedMs: number): Entry => ({ kind: 'prices', loggedMs, series: [] });
const OTHER_THIRD = new Uint8Array(32).fill(4);
const OTHER_FIRST = keyBefore(keyBefore(OTHER_THIRD));
const OTHER_ANCHOR = keyBefore(OTHER_FIRST);
const reveal = (day: string, key: Uint8Array): Entry => ({ kind: 'reveal', day, key });
const seed = (firstDay: string, anchor = OTHER_ANCHOR): Entry => ({ kind: 'seed', firstDay, days: 3, anchor });
const commits = (...bytes: readonly number[]): Entry => ({
  kind: 'commits',
  loggedMs: LOGGED_MS,
  commitments: bytes.map((byte) => new Uint8Array(32).fill(byte)),
});
const statistics = (day: string, count: number, won = count, market = 'all'): Entry => ({
  kind: 'statistics',
  day,
  totals: [
    {
      market,
      contract: 'option',
      direction: 'all',
      currency: 'USDT',
      count,
      won,
      lost: 0,
      tied: 0,
      void: 0,
      staked: null,
      paid: null,
    },
  ],
});
const rules = (version: string, digit: string): Entry => ({
  kind: 'rules',
  documents: [{ name: 'option-terms', version, digest: digit.repeat(64) }],
});
const snapshot = (number: number, outside: string): Entry => ({
  kind: 'liabilities',
  loggedMs: LOGGED_MS,
  snapshot: number,
  journalId: 1,
  root: ANCHOR,
  leaves: 1024,
  currencies: [{ id: 1, code: 'USDT', users: decimal('5'), house: [{ account: 'outside', total: decimal(outside) }] }],
});
const audit = (count: number): Entry => ({ kind: 'audit', loggedMs: LOGGED_MS, count, hash: ANCHOR });
const series: Entry = {
  kind: 'series',
  loggedMs: LOGGED_MS,
  id: 1,
  market: 'BTC/USDT',
  source: 'simulated',
  method: 'schwartz-2',
  identity: 'x',
  pricePlaces: 2,
  quantityPlaces: 6,
};
const log: Entry = { kind: 'log', origin: ORIGIN, predecessor: null };
const key: Entry = { kind: 'key', key: LOG.key, fromMs: LOGGED_MS };

const START: readonly Entry[] = [
  log,
  series,
  seed('2026-03-01', ANCHOR),
  rules('1', 'a'),
  commits(1, 2),
  prices(7, [1500, 1000]),
  reveal('2026-03-01', FIRST),
  snapshot(4, '-5'),
  statistics('2026-03-01', 1),
];
const follow = (entries: readonly Entry[], before: Followed = NOTHING_FOLLOWED) =>
  followEntries(before, entries.map(formatEntry), ORIGIN);
const after = (...entries: readonly Entry[]) => follow([...START, ...entries]);

it('follows a log in one pass or in pieces, also when its state was stored as JSON', () => {
  const whole = after(prices(9, [500]), reveal('2026-03-02', SECOND), snapshot(5, '-5'));
  expect(whole).toMatchObject({ warnings: [], fault: undefined, followed: { size: START.length + 3 } });
  const kept = JSON.parse(JSON.stringify(follow(START).followed)) as Followed;
  const rest = follow([prices(9, [500]), reveal('2026-03-02', SECOND), snapshot(5, '-5')], kept);
  expect(rest.followed).toEqual(whole.followed);
});

it('has an audit log that never gets shorter', () => {
  expect(follow([log, audit(3), audit(3), audit(5)])).toMatchObject({ fault: undefined, followed: { audited: 5 } });
  expect(follow([log, audit(3), audit(2)]).fault).toBe('entry 2 (audit): an audit log of 2 lines after one of 3');
});

it('warns of times without an entry, of late ticks, and of new signing keys and price methods', () => {
  const later = LOGGED_MS + 2001;
  expect(after(prices(9, [500, 0], later), key, seed('2026-03-04')).warnings).toEqual([
    'entry 9 (prices, series 1 seq 9 to 10): nothing was sealed for 2001 ms before it',
    'entry 9 (prices, series 1 seq 9 to 10): series 1 seq 9 to 10 late, by up to 2501 ms',
    expect.stringContaining(`entry 10 (key): from ${LOGGED_MS} on another key signs too: ${ORIGIN}+`),
    'entry 11 (seed): prices of other series from 2026-03-04 on are made with keys of another chain',
  ]);
  expect(follow([log, ...START.slice(1)]).warnings).toEqual([]);
  expect(followEntries(NOTHING_FOLLOWED, ENTRIES, ORIGIN).warnings).toEqual([
    'entry 2 (prices, series 1 seq 81235 to 81236): series 1 has prices before their keys were fixed',
    'entry 5 (prices, series 1 seq 81238): nothing was sealed for 59000 ms before it',
  ]);
});

it('requires series to use keys that were fixed before, and warns of other seeds', () => {
  const other = {
    ...series,
    id: 2,
    identity: chainIdentity({ anchor: toBase64(OTHER_ANCHOR), firstDay: '2026-03-02' }),
  };
  const dayMs = 24 * 3600 * 1000;
  const sandbox = (...entries: readonly Entry[]) => {
    const origin = 'sandbox.halyard.invalid/0123456789abcdef';
    const texts = [{ ...log, origin } as Entry, ...START.slice(1), ...entries].map(formatEntry);
    return followEntries(NOTHING_FOLLOWED, texts, origin);
  };
  // A sandbox may choose another seed for days that have keys; each series keeps its own.
  const changed = sandbox(seed('2026-03-02'), other, prices(1, [500], LOGGED_MS, 2), reveal('2026-03-02', OTHER_FIRST));
  expect(changed).toMatchObject({
    fault: undefined,
    warnings: [
      'entry 9 (seed): prices of other series from 2026-03-02 on are made with keys of another chain',
      'entry 10 (series): BTC/USDT goes by it from here on, and not by series 1',
    ],
    followed: { chains: [{ lastDay: 1 }, { lastDay: 1 }] },
  });
  expect(sandbox({ ...series, id: 2, method: 'schwartz-1' })).toMatchObject({
    fault: undefined,
    warnings: expect.arrayContaining([
      'entry 9 (series): series 2 has simulated prices by schwartz-1, which no key binds',
    ]) as unknown,
  });
  expect(sandbox(seed('2026-03-02'), reveal('2026-03-02', FIRST)).fault).toContain('not the key that was fixed before');
  // Keys that are revealed before the days that use them a second time.
  const late = LOGGED_MS + dayMs;
  const again = sandbox(seed('2026-03-05', SECOND), nothing(late), reveal('2026-03-03', THIRD));
  expect(again.fault).toContain('entry 11 (reveal): a key that is also that of a day that is not over');
  // Prices after their key was revealed, a day without a key, and a key that is not revealed.
  const shown = follow([
    log,
    series,
    seed('2026-03-01', ANCHOR),
    nothing(LOGGED_MS),
    reveal('2026-03-02', SECOND),
    prices(1, [61_000]),
  ]);
  expect(shown.warnings).toContain(
    'entry 5 (prices, series 1 seq 1): series 1 has prices of 2026-03-02, whose key was shown before',
  );
  const ended = prices(9, [0], late);
  expect(
    after({ ...ended, series: [{ id: 1, firstSeq: 9, ticks: [{ ...tick(0), atMs: late }] }] } as Entry).fault,
  ).toContain('series 1 has prices of a day that has no key');
  expect(after(nothing(late + dayMs)).warnings).toContain('entry 9 (prices): the key of 2026-03-02 was not shown yet');
});

it('bounds how many options ended in a log that saw their purchases, and not in one that follows another', () => {
  const predecessor = { origin: 'before', size: 9, root: ANCHOR };
  const ended = [series, commits(1), nothing(LOGGED_MS), statistics('2026-03-02', 2)];
  expect(follow([log, ...ended]).fault).toContain('2 options have ended, of 1 contracts');
  const next = follow([{ kind: 'log', origin: ORIGIN, predecessor }, ...ended]);
  expect(next).toMatchObject({ fault: undefined, followed: { totals: { committed: null, ended: 2 } } });
  const kept = JSON.parse(JSON.stringify(next.followed)) as Followed;
  expect(follow([commits(2), statistics('2026-03-03', 0)], kept).fault).toContain('of a day that is not over');
});

it('sums every outcome of options, of ten or more where they are listed apart', () => {
  const [all] = (statistics('2026-03-01', 10, 4) as StatisticsEntry).totals as readonly [FuturesTotals];
  const ten = { ...all, lost: 3, tied: 2, void: 1 };
  const apart = { ...ten, market: 'BTC/USDT', direction: 'up' } as const;
  const positions = { ...apart, contract: 'contract' } as const;
  const before = { committed: 20, ended: 0, day: '' };
  const given = (loggedMs: number, ...totals: readonly FuturesTotals[]) =>
    withStatistics(before, { kind: 'statistics', day: '2026-03-01', totals }, loggedMs);
  const overMs = Date.parse('2026-03-02');
  expect(given(overMs, ten, apart, positions)).toEqual({ committed: 20, ended: 20, day: '2026-03-01' });
  expect(() => given(overMs - 1, ten)).toThrow('of a day that is not over');
  expect(() => given(overMs, { ...ten, void: 0 })).toThrow('the counts of all option all USDT do not come to 10');
  for (const place of [{ market: 'all' }, { direction: 'all' }] as const)
    expect(() => given(overMs, { ...apart, ...place, count: 9, void: 0 })).toThrow('9 of ');
  expect(() => given(overMs, ten, apart, ten)).toThrow('30 options have ended, of 20 contracts');
});

it('accepts the same text of a document again', () => {
  expect(after(rules('1', 'a'), rules('2', 'b'))).toMatchObject({ fault: undefined });
});

describe('the invalid entry is named', () => {
  it.each<readonly [string, Entry]>([
    ['prices, series 1 seq 10): series 1 goes on with seq 10 after 8', prices(10, [500])],
    ['prices, series 1 seq 8): series 1 goes on with seq 8 after 8', prices(8, [500])],
    ['prices, series 1 seq 9): series 1 seq 9 is of a time before the tick before it', prices(9, [1001])],
    ['prices, series 1 seq 9 to 10): series 1 seq 10 is of a time before', prices(9, [500, 501])],
    ['prices, series 1 seq 9): series 1 seq 9 is of a time after it was sealed', prices(9, [-1])],
    ['prices, series 2 seq 9): series 2, which the log has not named', prices(9, [500], LOGGED_MS, 2)],
    ['prices): sealed before the entry before it', nothing(LOGGED_MS - 1)],
    ['series): a series twice', series],
    ['series): simulated prices by schwartz-1, which no key binds', { ...series, id: 2, method: 'schwartz-1' }],
    ['log): a log says its name first, and once', log],
    ['reveal): not the key that was fixed before', reveal('2026-03-02', THIRD)],
    ['reveal): the key of a day that is not next', reveal('2026-03-01', FIRST)],
    ['reveal): the key of a day that is not over', reveal('2026-03-03', THIRD)],
    ['reveal): the key of a day that is not next', reveal('2026-03-04', THIRD)],
    ['seed): other keys for days that have some', seed('2026-03-03')],
    ['seed): other keys for days that have some', seed('2026-02-27')],
    ['seed): keys that are known already', seed('2026-03-04', ANCHOR)],
    ['seed): keys that are known already', seed('2026-03-04', FIRST)],
    ['statistics): not of the day after 2026-03-01', statistics('2026-03-03', 0)],
    ['statistics): not of the day after 2026-03-01', statistics('2026-03-01', 0)],
    ['statistics): 3 options have ended, of 2 contracts', statistics('2026-03-02', 2)],
    ['statistics): 1 of BTC/USDT option all USDT are listed apart', statistics('2026-03-02', 1, 1, 'BTC/USDT')],
    ['statistics): the counts of all option all USDT do not come to 1', statistics('2026-03-02', 1, 0)],
    ['rules): another text of option-terms 1', rules('1', 'b')],
    ['liabilities): the totals of USDT do not come to zero', snapshot(5, '-4.999999999999999999')],
    ['liabilities): a snapshot that is not the next one', snapshot(4, '-5')],
    ['key): the key of another log', { kind: 'key', key: verifierKey('x', 'log', ANCHOR), fromMs: 0 }],
  ])('%s', (fault, entry) => {
    const { fault: found, followed } = after(entry, nothing(LOGGED_MS));
    expect(found).toContain(`entry ${START.length} (${fault}`);
    expect(followed.size).toBe(START.length);
  });

  it('for an unreadable entry, and for another log', () => {
    const text = 'halyard/gossip/v1\n';
    expect(followEntries(NOTHING_FOLLOWED, [formatEntry(log), text], ORIGIN).fault).toBe(
      'entry 1 (unreadable): line 1: an unknown kind of entry',
    );
    expect(followEntries(NOTHING_FOLLOWED, [formatEntry(log)], 'other').fault).toContain('the name of another log');
    expect(follow([nothing(0)]).fault).toContain('a log says its name first');
  });
});
