// A day's key is revealed once, when the day has ended by the database's clock too and all its prices are logged; after
// days without an exchange each day's key is.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { HOUR_MS } from '@halyard/contract/time';
import { CHAIN_DAYS, seedChain } from '../market/feeds/simulated.ts';
import { openLogHarness, type LogHarness } from '../testing/logHarness.ts';
import { usualEngine } from '../testing/testDatabase.ts';
import { readEntries } from './logStore.ts';
import { announceSeed, createRevealJob, readReveals } from './revealJob.ts';
import type { Sequencer } from './sequencer.ts';

const CHAIN = seedChain(new Uint8Array(32).fill(5));
let harness: LogHarness;
let sequencer: Sequencer;
beforeEach(async () => {
  harness = await openLogHarness(await usualEngine());
  sequencer = await harness.startSequencer();
});
afterEach(() => harness.close());

/** Begins a log at an instant, of a market that uses the chain. */
async function begin(atMs: number, firstDay: string) {
  const { clock, database, feed } = harness;
  clock.advance(atMs - clock.nowMs());
  const announce = () =>
    database.db.transaction((tx) => announceSeed(tx, { firstDay, days: CHAIN_DAYS, anchor: CHAIN.anchor }));
  await announce();
  await announce();
  await database.db.execute(
    sql`update price_series set state = jsonb_build_object('model', 'schwartz-2', 'anchor', ${CHAIN.anchor}::text)`,
  );
  await feed.append('BTC/USDT', { price: '60000' });
  await sequencer.advance();
}

async function show() {
  const { clock, database } = harness;
  const kind = createRevealJob({ clock, readKeys: () => Promise.resolve([CHAIN]) });
  return database.db.transaction((tx) => kind.run(tx, { key: 'only', payload: {}, failures: 0 }));
}

const tickAndLog = async () => {
  await harness.feed.append('BTC/USDT', { price: '60001' });
  await sequencer.advance();
};
const shown = async () => (await readReveals(harness.database.db)).map(({ entry }) => entry.day).toReversed();

it('reveals each ended and logged day, once, and no other', async () => {
  const { clock, database } = harness;
  await begin(Date.parse('2024-02-28T23:59:00.200Z'), '2024-02-20');
  expect(await show()).toEqual({ againAtMs: Date.parse('2024-02-29T00:01:00Z') });
  clock.advance(90_000);
  await tickAndLog();
  expect(await show()).toEqual({ againAtMs: Date.parse('2024-02-29T00:01:00Z') });
  clock.advance(60_000);
  expect(await show()).toEqual({ againAtMs: Date.parse('2024-03-01T00:01:00Z') });
  // Days pass without an exchange: at first only the log continues, and the prices of those days are still missing.
  clock.advance(60 * HOUR_MS);
  await sequencer.advance();
  expect(await show()).toEqual({ againInMs: 5000 });
  expect(await shown()).toEqual(['2024-02-28']);
  await harness.feed.append('BTC/USDT', { price: '60002' });
  expect(await show()).toEqual({ againInMs: 5000 });
  await sequencer.advance();
  for (const _ of [1, 2]) expect(await show()).toEqual({ againAtMs: Date.parse('2024-03-03T00:01:00Z') });
  expect(await shown()).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  await sequencer.advance();
  const entries = await readEntries(database.db, 0, 100);
  expect(entries.filter(({ kind }) => kind === 'seed')).toHaveLength(1);
  const { origin } = await harness.follow();
  const { fault, followed } = followEntries(
    NOTHING_FOLLOWED,
    entries.map(({ text }) => text),
    origin,
  );
  expect(fault).toBeUndefined();
  expect(followed.chains).toMatchObject([{ lastDay: 11 }]);
});

it('reveals no day that has not ended by the clock of the database, whatever the node’s clock', async () => {
  const nowMs = Date.now();
  const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  await begin(nowMs - 24 * HOUR_MS, dateOf(nowMs - 24 * HOUR_MS));
  harness.clock.advance(96 * HOUR_MS);
  await tickAndLog();
  await show();
  expect(await shown()).toContain(dateOf(nowMs - 24 * HOUR_MS));
  expect(await shown()).not.toContain(dateOf(nowMs + 24 * HOUR_MS));
});
