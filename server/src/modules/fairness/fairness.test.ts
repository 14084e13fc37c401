// The logged results of a day match the ledger and the commitments, and are logged once after everything of the day has
// ended; documents are logged once a version; and the house's side matches the books.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { add, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import type { TransactionJob } from '../../jobs/job.ts';
import { readLogKey } from '../../transparency/logKey.ts';
import { readEntries } from '../../transparency/logStore.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { createSequencer, type Sequencer } from '../../transparency/sequencer.ts';
import { openFuturesDesk } from '../../testing/futuresDesk.ts';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';
import { publicProduct as futuresProduct } from '../futures/index.ts';
import { publicProduct, readRules } from '../options/figures.ts';
import {
  answerRules,
  answerStatistics,
  answerSummary,
  createRulesJob,
  createStatisticsJob,
  withoutSmall,
  type AnswerDeps,
} from './index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'halyard-log-'));
const head = publishedHead(dataDir);
let desk: OptionDesk;
let sequencer: Sequencer;
let deps: AnswerDeps;
beforeAll(async () => {
  desk = await openOptionDesk();
  const key = await readLogKey(dataDir, undefined);
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  sequencer = createSequencer({ db: desk.db, clock: desk.clock, key, naming, published: head });
  await sequencer.advance();
  deps = { db: desk.db, clock: desk.clock, dataDir, products: [publicProduct, futuresProduct] };
});
afterAll(async () => {
  await desk.close();
  rmSync(dataDir, { recursive: true });
});

const run = (db: Database, kind: TransactionJob) =>
  db.transaction((tx: Transaction) => kind.run(tx, { key: 'only', payload: {}, failures: 0 }));
const passTo = async (at: string, price = '60000') => {
  await desk.tickAt(Date.parse(at), price);
  await sequencer.advance();
};
const count = () => run(desk.db, createStatisticsJob(deps));

it('counts the options of a day after the last one has ended: those committed to, and their payouts', async () => {
  const userId = await desk.verified('10000');
  await passTo('2026-11-25T12:00:10Z');
  const bought = await desk.purchase(userId, { stake: decimal('33.33'), seconds: 30 });
  await passTo('2026-11-25T12:00:12Z');
  await desk.purchase(userId, { direction: 'down', seconds: 30 });
  await passTo('2026-11-25T12:00:50Z', '60010.5');
  await desk.settle();
  await passTo('2026-11-25T23:59:20Z');
  await desk.purchase(userId, { seconds: 30 });
  await passTo('2026-11-25T23:59:30Z');
  await desk.purchase(userId, { seconds: 60 });
  await sequencer.advance();
  expect(await answerSummary(deps)).toMatchObject({
    house: [
      { kind: 'option', currency: 'USDT', open: 2, insurance: null, setAside: '160', atRisk: '160' },
      { kind: 'contract', currency: 'USDT', open: 0, setAside: '0' },
    ],
  });
  // The last one of the day has no price yet, and the other one ends on the next day.
  desk.clock.advance(120_000);
  await sequencer.advance();
  expect(await count()).toEqual({ againInMs: 10_000 });
  await passTo('2026-11-26T00:01:50Z', '60000');
  await desk.settle();
  await count();
  expect(await count()).toEqual({ againAtMs: Date.parse('2026-11-27T00:01:00Z') });
  await sequencer.advance();
  const { days, shares } = await answerStatistics(deps, undefined);
  expect(days).toMatchObject([
    {
      day: '2026-11-25',
      totals: [
        {
          symbol: 'all',
          kind: 'option',
          direction: 'all',
          currency: 'USDT',
          count: 3,
          won: 1,
          lost: 1,
          tied: 0,
          void: 1,
          staked: null,
          paid: null,
        },
      ],
    },
  ]);
  expect(shares).toMatchObject([{ direction: 'all', won: 1, void: 1, share: '50', expected: null, deviations: null }]);
  expect(bought.purchasedAt.slice(0, 10)).toBe('2026-11-25');
  const fromMs = Date.parse('2026-11-25');
  const ended = await publicProduct.readEnded(desk.db, { fromMs, toMs: fromMs + 86_400_000 });
  const usual = { market: 'BTC/USDT', contract: 'option', currency: 'USDT', tied: 0 } as const;
  expect(ended.toSorted((a, b) => a.count - b.count)).toMatchObject([
    { ...usual, direction: 'down', count: 1, won: 0, lost: 1, void: 0, staked: '100', paid: '0' },
    { ...usual, direction: 'up', count: 2, won: 1, lost: 0, void: 1, staked: '133.33' },
  ]);
  await expectBooks(ended);
  // Ten of one direction are published separately; smaller groups are merged, with sums from ten on.
  const [few] = ended;
  if (few === undefined) throw new Error('nothing has ended');
  const many = (direction: string, times: number) => ({
    ...few,
    direction,
    count: times,
    staked: decimal('7'),
    paid: ZERO,
  });
  expect(withoutSmall([many('up', 10), many('down', 9), many('even', 1)])).toMatchObject([
    { market: 'BTC/USDT', direction: 'up', count: 10, staked: '7' },
    { market: 'all', direction: 'all', count: 10, staked: '14', paid: '0' },
  ]);
  expect(withoutSmall([many('down', 9)])).toMatchObject([{ market: 'all', count: 9, staked: null, paid: null }]);
});

/** The logged results match the ledger, and a follower finds no fault. */
async function expectBooks(totals: readonly { readonly count: number; readonly paid: Decimal | null }[]) {
  const [ledger] = await rowsOf<{ paid: string; ended: number; open: number; committed: number }>(
    desk.db,
    sql`select (
        select trim_scale(sum(p.available))::text from ledger_postings p join ledger_entries e on e.id = p.entry_id
          join ledger_accounts a on a.id = p.account_id
          join options o on 'option:' || o.id = e.reference
        where a.user_id is not null and e.kind <> 'option_open' and o.due_at < '2026-11-26T00:00:00Z'
      ) as paid,
      (select count(*)::int from options where due_at < '2026-11-26T00:00:00Z') as ended,
      (select count(*)::int from options where due_at >= '2026-11-26T00:00:00Z') as open,
      (select count(*)::int from log_commits where idx is not null) as committed`,
  );
  const ended = totals.reduce((sum, one) => sum + one.count, 0);
  expect(add(ZERO, ...totals.map(({ paid }) => paid ?? ZERO))).toBe(ledger?.paid);
  expect([ended, ended + (ledger?.open ?? 0)]).toEqual([ledger?.ended, ledger?.committed]);
  const entries = await readEntries(desk.db, 0, (await head.read())?.size ?? 0);
  const texts = entries.map(({ text }) => text);
  const { fault, followed } = followEntries(NOTHING_FOLLOWED, texts, (await head.read())?.origin ?? '');
  expect(fault).toBeUndefined();
  expect(followed.totals).toMatchObject({ committed: ledger?.committed, ended, day: '2026-11-25' });
}

it('logs an empty entry for each day without an exchange, one after the other', async () => {
  await passTo('2026-11-29T06:00:00Z');
  await desk.settle();
  while (((await count()) as { againInMs?: number }).againInMs === 0);
  await sequencer.advance();
  const { days } = await answerStatistics(deps, 3);
  expect(days.map(({ day, totals }) => [day, totals.length])).toEqual([
    ['2026-11-28', 0],
    ['2026-11-27', 0],
    ['2026-11-26', 1],
  ]);
});

it('logs each version of a document once, and stores its text', async () => {
  const kind = createRulesJob({ clock: desk.clock, readRules });
  for (const _ of [1, 2]) await run(desk.db, kind);
  expect((await answerRules(deps)).documents).toEqual([]);
  await sequencer.advance();
  await desk.publish(({ times }) => ({ times: times.slice(0, 1) }));
  let fees = '0.1';
  const withFees = createRulesJob({
    clock: desk.clock,
    readRules: async (reader) => [{ name: 'spot-fees', text: fees }, ...(await readRules(reader))],
  });
  await run(desk.db, withFees);
  for (fees of ['0.2', '0.2', '0.1']) await run(desk.db, withFees);
  await sequencer.advance();
  const { documents } = await answerRules(deps);
  expect(documents.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'spot-fees 3',
    'spot-fees 2',
    'option-terms 2',
    'spot-fees 1',
    'option-rule 1',
    'option-terms 1',
  ]);
  const entries = await readEntries(desk.db, 0, (await head.read())?.size ?? 0);
  for (const { name, sha256, text, index } of documents) {
    expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
    const entry = parseEntry(entries[index]?.text ?? '');
    expect(entry).toMatchObject({
      documents: expect.arrayContaining([expect.objectContaining({ name, digest: sha256 })]) as unknown,
    });
  }
  await expect(desk.db.execute(sql`update rule_documents set text = ''`)).rejects.toThrow();
});

it('counts positions by the day of the closing tick, after all ticks of the day were processed', async () => {
  const contracts = await openFuturesDesk();
  try {
    const day = { fromMs: 0, toMs: contracts.clock.nowMs() + 60_000 };
    const trader = await contracts.trader('10000');
    const won = await contracts.open(trader);
    await contracts.open(trader, { symbol: 'ETH/USDT', side: 'short' });
    await contracts.tick('61000', 1000);
    await contracts.close(trader, won.id);
    expect(await futuresProduct.hasOpen(contracts.db, day)).toBe(true);
    const [side] = await futuresProduct.readHouse(contracts.db);
    expect(side).toMatchObject({
      kind: 'contract',
      currency: 'USDT',
      open: 1,
      insurance: expect.any(String) as unknown,
    });
    expect(side?.setAside).toBe(side?.atRisk);
    await contracts.tick('61000', 60_000);
    await contracts.tick('3000', 1, 'ETH/USDT');
    await contracts.advance();
    const closed = await contracts.read(trader, won.id);
    expect(await futuresProduct.hasOpen(contracts.db, day)).toBe(false);
    expect(await futuresProduct.readEnded(contracts.db, day)).toMatchObject([
      { market: 'BTC/USDT', contract: 'contract', direction: 'long', count: 1, won: 1, lost: 0, void: 0 },
    ]);
    expect(closed.status).toBe('closed');
  } finally {
    await contracts.shut();
  }
});
