// Liabilities from the ledger to the verifier: proofs match the books at one moment, despite concurrent postings, and
// there is one snapshot an hour, logged once.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { parseLiabilityProof, verifyLiability } from '@halyard/contract/transparency/verifyLiability';
import { add, decimal, type Decimal } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { type Database, rowsOf } from '../../db/database.ts';
import { createJobRunner } from '../../jobs/jobRunner.ts';
import type { Lease } from '../../jobs/job.ts';
import { createLocalBus } from '../../events/eventBus.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { readLogKey } from '../../transparency/logKey.ts';
import { readEntries } from '../../transparency/logStore.ts';
import { cutOffAt, CutOffError } from '../../testing/cutOff.ts';
import { accountOf, CURRENCY, deposit, insertUsers, posting, transfer } from '../../testing/ledgerFixtures.ts';
import { openLogHarness, type LogHarness } from '../../testing/logHarness.ts';
import { usualEngine } from '../../testing/testDatabase.ts';
import { PRUNERS } from '../../retention.ts';
import { makeProof, readTotals, createSnapshotJob } from './index.ts';

const { BTC, ETH, USDT } = CURRENCY;
const HELD: Lease = { signal: new AbortController().signal, confirm: async () => undefined };

let harness: LogHarness;
let users: readonly UserId[];
const open = async (engine: Parameters<typeof openLogHarness>[0]) => {
  harness = await openLogHarness(engine);
  users = await insertUsers(harness.database.db, 12);
  await harness.database.db.execute(sql`update users set email = 'trader-' || id || '@example.com'`);
};

const user = (index: number) => users[index % users.length] as UserId;
const post = (...entries: LedgerEntry[]) => harness.database.db.transaction((tx) => postEntries(tx, entries));
const take = (db: Database = harness.database.db) =>
  createSnapshotJob({ db, clock: harness.clock }, HOUR_MS).run({ key: 'only', payload: {}, failures: 0 }, HELD);
const advance = async () => (await harness.startSequencer()).advance();
const deps = () => ({ db: harness.database.db, clock: harness.clock, dataDir: harness.dataDir });
const verdictOf = async (userId: UserId) => {
  const { file } = await makeProof(deps(), userId);
  const { origin } = await harness.published();
  const { key } = (await readLogKey(harness.dataDir, undefined)).signer(origin);
  const verdict = verifyLiability(file, { logs: [{ key }], witnesses: [], groups: [], quorum: 'none' });
  expect(verdict.steps.filter(({ state }) => state !== 'passed')).toEqual([]);
  return verdict;
};
const owedTo = async (userId: UserId) =>
  Object.fromEntries((await verdictOf(userId)).owed.map(({ code, amount }) => [code, amount]));
const loggedSnapshots = async () => {
  const { size } = await harness.published();
  const entries = await readEntries(harness.database.db, 0, size);
  return entries.flatMap(({ index, text }) => {
    const entry = parseEntry(text);
    return entry.kind === 'liabilities' ? [{ index, ...entry }] : [];
  });
};

describe('liabilities', () => {
  beforeEach(async () => open(await usualEngine()));
  afterEach(() => harness.close());

  it('are proved to each user over all accounts and currencies, to the last of 18 places', async () => {
    await post(
      deposit(accountOf(user(0), USDT), '100'),
      deposit(accountOf(user(0), USDT, 'futures'), '0.000000000000000001'),
      deposit(accountOf(user(0), BTC, 'trust'), '12345678901.123456789012345678'),
      deposit(accountOf(user(1), ETH), '0.000000000000000001'),
      { kind: 'spot_fill', reference: 'held', postings: [posting(accountOf(user(0), USDT), '-40', '40')] },
      transfer(accountOf(user(0), USDT), { house: 'fees', currencyId: USDT }, '1.5'),
    );
    await take();
    await advance();
    expect(await owedTo(user(0))).toEqual({
      BTC: '12345678901.123456789012345678',
      ETH: '0',
      USDT: '98.500000000000000001',
    });
    expect(await owedTo(user(1))).toEqual({ BTC: '0', ETH: '0.000000000000000001', USDT: '0' });
    const { chunks } = parseLiabilityProof((await makeProof(deps(), user(0))).file);
    expect(chunks.length).toBeLessThanOrEqual(4);
    // A user without a balance is not in it.
    await expect(makeProof(deps(), user(2))).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
    const [entry] = await loggedSnapshots();
    expect(await readTotals(deps())).toMatchObject({
      snapshot: 1,
      index: entry?.index,
      leaves: 1024,
      isBalanced: true,
      currencies: [
        { code: 'BTC', sum: '0' },
        { code: 'ETH', users: '0.000000000000000001', sum: '0' },
        {
          code: 'USDT',
          users: '98.500000000000000001',
          house: [
            { account: 'fees', total: '1.5' },
            { account: 'outside', total: '-100.000000000000000001' },
          ],
        },
      ],
    });
  });

  it('are found in a tree of several levels of tiles, also by later users', async () => {
    const { db } = harness.database;
    await insertUsers(db, 2500);
    await db.execute(sql`update users set phone = '+49' || id where email is null`);
    const rows = await rowsOf<{ id: UserId }>(db, sql`select id from users order by id desc limit 2500`);
    await post(...rows.map(({ id }, place) => deposit(accountOf(id, USDT), `${place + 1}`)));
    await take();
    await post(deposit(accountOf(user(0), USDT), '7'));
    harness.clock.advance(HOUR_MS);
    await take();
    await advance();
    expect((await loggedSnapshots()).map(({ snapshot, leaves }) => [snapshot, leaves > 4000])).toEqual([
      [1, true],
      [2, true],
    ]);
    for (const place of [0, 1234, 2499]) {
      expect(await owedTo(rows[place]?.id ?? user(0))).toEqual({ USDT: `${place + 1}` });
    }
    expect(await owedTo(user(0))).toEqual({ USDT: '7' });
    expect(await makeProof(deps(), user(0))).toMatchObject({ isNewest: true });
    await post(transfer(accountOf(user(0), USDT), { house: 'fees', currencyId: USDT }, '7'));
    harness.clock.advance(HOUR_MS);
    await take();
    await advance();
    expect(await makeProof(deps(), user(0))).toMatchObject({ isNewest: false });
  });

  it('are written once an hour by two nodes, and after a crash right after writing', async () => {
    await post(deposit(accountOf(user(0), USDT), '1'));
    const { db } = harness.database;
    const log = { error: vi.fn(), warn: vi.fn() } as unknown as Parameters<typeof createLocalBus>[0];
    const events = createLocalBus(log);
    const node = () =>
      createJobRunner({ db, clock: harness.clock, events, log, jobs: [createSnapshotJob(deps(), HOUR_MS)] });
    const nodes = [node(), node()];
    for (const each of nodes) each.start();
    const dueMs = async () => {
      const [row] = await rowsOf<{ at: string }>(db, sql`select due_at as at from jobs where lease is null`);
      return Date.parse(row?.at ?? '');
    };
    const nextMs = (hours: number) => (Math.floor(harness.clock.nowMs() / HOUR_MS) + hours) * HOUR_MS;
    await vi.waitFor(async () => expect(await dueMs()).toBe(nextMs(1)), { interval: 20 });
    harness.clock.advance(HOUR_MS);
    for (const each of nodes) each.wake();
    await vi.waitFor(async () => expect(await dueMs()).toBe(nextMs(1)), { interval: 20 });
    for (const each of nodes) await each.stop();
    await take();
    await events.close();
    await advance();
    expect((await loggedSnapshots()).map(({ snapshot }) => snapshot)).toEqual([1]);
  });

  it('are logged once, also when the node or the sequencer crashes at any statement, and never backdated', async () => {
    const { db } = harness.database;
    await post(deposit(accountOf(user(0), USDT), '1'));
    for (let statement = 0; statement < 7; statement += 1) {
      await expect(take(writingTo(cutOffAt(db, statement), db))).rejects.toThrow(CutOffError);
    }
    await advance();
    expect(await loggedSnapshots()).toEqual([]);
    await take();
    const takenMs = harness.clock.nowMs();
    for (let statement = 0; statement < 12; statement += 1) {
      await expect((await harness.startSequencer(cutOffAt(db, statement))).advance()).rejects.toThrow();
      await harness.follow();
    }
    harness.clock.advance(-600_000);
    for (let times = 0; times < 3; times += 1) await advance();
    await harness.follow();
    const [entry, ...more] = await loggedSnapshots();
    expect(more).toEqual([]);
    expect(entry?.loggedMs).toBeGreaterThanOrEqual(takenMs);
    expect(await owedTo(user(0))).toEqual({ USDT: '1' });
  });

  it('are stored completely for 90 days, and only as totals afterwards', async () => {
    const { db } = harness.database;
    await post(deposit(accountOf(user(0), USDT), '1'));
    await take();
    await advance();
    for (const statement of [
      sql`update liability_tiles set nodes = ''`,
      sql`update liability_owners set contact = ''`,
      sql`delete from liability_snapshots`,
      sql`update log_pending set idx = null`,
      sql`update liability_secrets set secret = ''`,
    ]) {
      const refusal = await db.execute(statement).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ cause: { message: expect.stringContaining('append-only') as string } });
    }
    const prune = async () => {
      for (const table of ['liability_tiles', 'liability_owners'])
        await db.transaction((tx) => PRUNERS[table]?.(tx, harness.clock.nowMs(), 500) ?? Promise.resolve(0));
    };
    harness.clock.advance(89 * 24 * HOUR_MS);
    await prune();
    expect(await owedTo(user(0))).toEqual({ USDT: '1' });
    harness.clock.advance(2 * 24 * HOUR_MS);
    await prune();
    await expect(makeProof(deps(), user(0))).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
    expect(await rowsOf(db, sql`select from liability_tiles union all select from liability_owners`)).toEqual([]);
    expect(await readTotals(deps())).toMatchObject({ snapshot: 1, isBalanced: true });
  });
});

describe('liabilities during postings', () => {
  beforeEach(async () => open(await usualEngine()));
  afterEach(() => harness.close());

  it('are the balances of one moment, and add up to zero with the house', async () => {
    await post(...users.map((id) => deposit(accountOf(id, USDT), '100')));
    const over = new AbortController();
    const move = async (from: number) => {
      for (let turn = from; !over.signal.aborted; turn += 1) {
        await post(
          transfer(accountOf(user(turn), USDT), accountOf(user(turn + 1), USDT), '1'),
          transfer(accountOf(user(turn + 1), USDT), { house: 'fees', currencyId: USDT }, '0.01'),
        );
      }
    };
    const moving = [0, 5, 9].map(move);
    try {
      for (let hours = 0; hours < 6; hours += 1) {
        harness.clock.advance(HOUR_MS);
        await take();
        await advance();
        const owed: Decimal[] = [];
        for (const id of users) owed.push(decimal((await owedTo(id))['USDT'] ?? ''));
        const { currencies } = await readTotals(deps());
        expect(currencies).toMatchObject([{ users: add(...(owed as [Decimal])), sum: '0' }]);
        for (const [place, id] of users.entries()) expect(await hadAtSomeTime(id)).toContain(owed[place]);
      }
    } finally {
      over.abort();
      await Promise.all(moving);
    }
  });

  it('match the journal after the last entry of the snapshot, also when an earlier one was not committed', async () => {
    if (harness.database.engine !== 'postgres') return;
    const { db } = harness.database;
    await post(...users.map((id) => deposit(accountOf(id, USDT), '100')));
    let end = () => {};
    const ending = new Promise<void>((resolve) => (end = resolve));
    let slow: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      slow = db.transaction(async (tx) => {
        await postEntries(tx, [transfer(accountOf(user(0), USDT), accountOf(user(1), USDT), '30')]);
        begun();
        await ending;
      });
    });
    await post(transfer(accountOf(user(2), USDT), accountOf(user(3), USDT), '50'));
    const taking = take();
    const waiting = sql`select from pg_locks where relation = 'ledger_entries'::regclass and not granted`;
    await vi.waitFor(async () => expect(await rowsOf(db, waiting)).toHaveLength(1), { interval: 5 });
    // Other postings do not wait for the slow one.
    await post(transfer(accountOf(user(4), USDT), accountOf(user(5), USDT), '1'));
    end();
    await Promise.all([slow, taking]);
    await advance();
    const { journalId } = await readTotals(deps());
    for (const id of users.slice(0, 6)) expect((await owedTo(id))['USDT']).toBe(await hadAfter(id, journalId));
    expect(await owedTo(user(0))).toEqual({ USDT: '70' });
  });
});

/** A user's balance by the journal after an entry. */
async function hadAfter(userId: UserId, entryId: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ total: string }>(
    harness.database.db,
    sql`select trim_scale(p.available_after + p.held_after)::text as total from ledger_postings p
      join ledger_accounts a on a.id = p.account_id
      where a.user_id = ${userId} and p.entry_id <= ${entryId} order by p.entry_id desc limit 1`,
  );
  return row?.total;
}

/** Every balance of a user by the journal. */
async function hadAtSomeTime(userId: UserId): Promise<readonly string[]> {
  const rows = await rowsOf<{ total: string }>(
    harness.database.db,
    sql`select trim_scale(p.available_after + p.held_after)::text as total from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.user_id = ${userId}`,
  );
  return rows.map(({ total }) => total);
}

/** Reads from one database and writes to another. */
function writingTo(writing: Database, reading: Database): Database {
  const transaction: Database['transaction'] = (work, config) =>
    config === undefined ? writing.transaction(work) : reading.transaction(work, config);
  return new Proxy(reading, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });
}
