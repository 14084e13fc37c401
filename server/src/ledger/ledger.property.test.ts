// Compares the ledger with a naive one: random histories of batches are posted to the database and to an oracle that
// counts integers of 10^-18 in a map. Same balances, same refusals, same faults, and right books. Every history runs in
// a transaction that is rolled back.
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../calls/callHandler.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { CURRENCY, insertUsers } from '../testing/ledgerFixtures.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { checkBooks } from './closings.ts';
import { postEntries, type AccountRef, type LedgerEntry } from './ledger.ts';

const HISTORIES = isThorough ? { pglite: 2000, postgres: 1000 } : { pglite: 400, postgres: 200 };
// Rolled back rows stay in the tables until a vacuum, and every check of the books scans them.
const HISTORIES_PER_VACUUM = 50;
// A check of the whole books takes as long as a history.
const HISTORIES_PER_PROOF = 10;
const UNITS_PER_ONE = 10n ** 18n;

/** A change of an account, in 10^-18: available and held. `owner` counts users from 0, then the house. */
type Leg = { readonly owner: number; readonly currency: number; readonly free: bigint; readonly aside: bigint };
type Outcome = 'posted' | 'refused' | 'fault';

const CURRENCIES = [CURRENCY.USDT, CURRENCY.BTC] as const;
const HOUSE = ['fees', 'maker', 'outside'] as const;
const USERS = 3;
const OUTSIDE = USERS + HOUSE.indexOf('outside');

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(0n, 20n).map((n) => n * UNITS_PER_ONE) },
  { weight: 3, arbitrary: fc.bigInt(0n, 20n * UNITS_PER_ONE) },
  { weight: 1, arbitrary: fc.bigInt(0n, 3n) },
);
const owner = fc.nat({ max: USERS + HOUSE.length - 1 });
const user = fc.nat({ max: USERS - 1 });
const currency = fc.nat({ max: CURRENCIES.length - 1 });

const deposits = fc.record({ to: user, currency, amount }).map(({ to, currency: c, amount: a }): Leg[] => [
  { owner: OUTSIDE, currency: c, free: -a, aside: 0n },
  { owner: to, currency: c, free: a, aside: 0n },
]);
const holds = fc
  .record({ of: owner, currency, amount, isRelease: fc.boolean() })
  .map(({ of, currency: c, amount: a, isRelease }): Leg[] => [
    { owner: of, currency: c, free: isRelease ? a : -a, aside: isRelease ? -a : a },
  ]);
const transfers = fc
  .record({ from: owner, to: owner, currency, amount, isFromHeld: fc.boolean() })
  .map(({ from, to, currency: c, amount: a, isFromHeld }): Leg[] => [
    { owner: from, currency: c, free: isFromHeld ? 0n : -a, aside: isFromHeld ? -a : 0n },
    { owner: to, currency: c, free: a, aside: 0n },
  ]);
const leg = fc
  .record({ owner, currency, free: amount, aside: amount, isTaken: fc.boolean() })
  .map(({ isTaken, ...rest }): Leg => (isTaken ? { ...rest, free: -rest.free, aside: -rest.aside } : rest));
// Arbitrary postings: mostly unbalanced, unless the last leg of each currency balances them.
const tangles = fc.record({ legs: fc.array(leg, { maxLength: 5 }), isEven: fc.boolean() }).map(({ legs, isEven }) => {
  if (!isEven) return legs;
  const rest = CURRENCIES.map((_, c) =>
    legs.filter((l) => l.currency === c).reduce((sum, l) => sum + l.free + l.aside, 0n),
  );
  return [...legs, ...rest.map((sum, c): Leg => ({ owner: OUTSIDE, currency: c, free: -sum, aside: 0n }))];
});
const entry = fc.oneof(
  { weight: 4, arbitrary: deposits },
  { weight: 4, arbitrary: holds },
  { weight: 4, arbitrary: transfers },
  { weight: 1, arbitrary: tangles },
);
const history = fc.array(fc.array(entry, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

/** Balances by owner and currency, in 10^-18; a missing one is zero. */
type Oracle = Map<string, { free: bigint; aside: bigint }>;

function applyToOracle(oracle: Oracle, batch: readonly Leg[][]): Outcome {
  const isFault = batch.some((legs) => isMovingNothing(legs) || CURRENCIES.some((_, c) => sumOf(legs, c) !== 0n));
  if (isFault) return 'fault';
  const next: Oracle = new Map([...oracle].map(([key, balance]) => [key, { ...balance }]));
  for (const legs of batch) {
    for (const { owner: o, currency: c, free, aside } of legs) {
      const balance = next.get(`${o}/${c}`) ?? { free: 0n, aside: 0n };
      next.set(`${o}/${c}`, { free: balance.free + free, aside: balance.aside + aside });
    }
    const isOverdrawn = [...next].some(
      ([key, { free, aside }]) => aside < 0n || (free < 0n && !key.startsWith(`${OUTSIDE}/`)),
    );
    if (isOverdrawn) return 'refused';
  }
  for (const [key, balance] of next) oracle.set(key, balance);
  return 'posted';
}

function sumOf(legs: readonly Leg[], c: number): bigint {
  return legs.filter((l) => l.currency === c).reduce((sum, l) => sum + l.free + l.aside, 0n);
}

function isMovingNothing(legs: readonly Leg[]): boolean {
  const totals: Oracle = new Map();
  for (const { owner: o, currency: c, free, aside } of legs) {
    const total = totals.get(`${o}/${c}`) ?? { free: 0n, aside: 0n };
    totals.set(`${o}/${c}`, { free: total.free + free, aside: total.aside + aside });
  }
  return [...totals.values()].every(({ free, aside }) => free === 0n && aside === 0n);
}

function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(19, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

describe.each(await testEngines())('random histories on %s', (engine) => {
  let opened: OpenDatabase;
  let users: readonly UserId[];
  beforeAll(async () => {
    opened = await openTestDatabaseOn(engine);
    users = await insertUsers(opened.db, USERS);
  });
  afterAll(async () => opened.close());

  const accountOf = ({ owner: o, currency: c }: Leg): AccountRef => {
    const currencyId = CURRENCIES[c] ?? CURRENCY.USDT;
    const userId = users[o];
    return userId === undefined
      ? { house: HOUSE[o - USERS] ?? 'outside', currencyId }
      : { userId, kind: 'spot', currencyId };
  };
  const entryOf = (legs: readonly Leg[]): LedgerEntry => ({
    kind: 'spot_fill',
    reference: 'history',
    postings: legs.map((l) => ({
      account: accountOf(l),
      available: decimal(textOf(l.free)),
      held: decimal(textOf(l.aside)),
    })),
  });

  async function postBatch(tx: Transaction, batch: readonly Leg[][], expected: Outcome): Promise<Outcome> {
    try {
      const entries = batch.map(entryOf);
      // A fault aborts its transaction, so it needs a savepoint.
      if (expected === 'fault') await tx.transaction((inner) => postEntries(inner, entries));
      else await postEntries(tx, entries);
      return 'posted';
    } catch (error) {
      if (error instanceof BusinessError) return error.code === 'INSUFFICIENT_BALANCE' ? 'refused' : 'fault';
      if (error instanceof Error && error.cause instanceof Error && error.cause.message.startsWith('ledger:'))
        return 'fault';
      throw error;
    }
  }

  async function balancesOf(tx: Transaction): Promise<[string, { free: bigint; aside: bigint }][]> {
    const rows = await rowsOf<{
      user_id: number | null;
      kind: string;
      currency_id: number;
      available: string;
      held: string;
    }>(
      tx,
      sql`select user_id, kind, currency_id, (available * 1e18)::numeric(57, 0)::text as available,
        (held * 1e18)::numeric(57, 0)::text as held from ledger_accounts where available <> 0 or held <> 0`,
    );
    return rows.map((row) => {
      const o =
        row.user_id === null
          ? USERS + HOUSE.findIndex((kind) => kind === row.kind)
          : users.indexOf(row.user_id as UserId);
      const key = `${o}/${CURRENCIES.findIndex((id) => id === row.currency_id)}`;
      return [key, { free: BigInt(row.available), aside: BigInt(row.held) }];
    });
  }

  it(`match the oracle's balances, refusals and faults, and right books, ${HISTORIES[engine]} times`, async () => {
    const seen: Record<Outcome, number> = { posted: 0, refused: 0, fault: 0 };
    let runs = 0;
    const property = fc.asyncProperty(history, async (batches) => {
      runs += 1;
      if (runs % HISTORIES_PER_VACUUM === 0)
        await opened.db.execute(sql`vacuum ledger_accounts, ledger_entries, ledger_postings`);
      const rollback = new Error('rollback');
      const run = opened.db.transaction(async (tx) => {
        const oracle: Oracle = new Map();
        for (const batch of batches) {
          const expected = applyToOracle(oracle, batch);
          seen[expected] += 1;
          expect(await postBatch(tx, batch, expected)).toBe(expected);
        }
        const nonZero = [...oracle].filter(([, { free, aside }]) => free !== 0n || aside !== 0n);
        expect(new Map(await balancesOf(tx))).toEqual(new Map(nonZero));
        if (runs % HISTORIES_PER_PROOF === 0) expect(await checkBooks(tx)).toEqual([]);
        throw rollback;
      });
      await run.catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    });
    await fc.assert(property, { numRuns: HISTORIES[engine] });
    // A generator that hardly ever refuses, or always does, would prove little.
    const total = seen.posted + seen.refused + seen.fault;
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(total / 20);
  });
});
