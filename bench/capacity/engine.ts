/** Costs of an order, a book and a payment to the house in the database, without HTTP, beside bare SQL. */
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { openDatabase } from '../../server/src/db/connect.ts';
import type { Database } from '../../server/src/db/database.ts';
import { postEntries } from '../../server/src/ledger/ledger.ts';
import { accountOf, deposit, insertUsers, transfer } from '../../server/src/testing/ledgerFixtures.ts';
import { orderRequest, spotMarketOn, SYMBOL, type SpotMarket } from '../../server/src/testing/spotMarket.ts';
import { createPostgresServer, run, type PostgresServer } from '../drill/services.ts';
import { measure, type Contestant, type Rate } from '../measure.ts';
import { floorContestants } from '../ordersFloor.ts';
import { processorSeconds } from './processor.ts';

/** The most orders that share a transaction. */
export const TOGETHER = 64;
/** Transactions that meet at one row of the house: as many as one node runs at a time. */
const WRITERS = 4;
const ROUNDS = { rounds: 5, runsPerRound: 100 };
const READS = 100;
const RESTING = 2000;

export type EngineFigures = {
  /** Orders a second: alone, {@link TOGETHER} a transaction, and the same writes by bare SQL. */
  readonly rates: readonly [alone: Rate, together: Rate, bareAlone: Rate, bareTogether: Rate];
  /** Milliseconds of a transaction without its orders, and of one order more in it. */
  readonly transactionMs: number;
  readonly orderMs: number;
  /** Processor milliseconds of the database an order, of those that share a transaction. */
  readonly databaseMs: number;
  /** Processor milliseconds of the database to read a book. */
  readonly bookMs: number;
  /** Transactions a second of {@link TOGETHER} payments, all to one row of the house, and to a row for each writer. */
  readonly house: readonly [oneRow: Rate, ownRows: Rate];
};

/** Measures on a PostgreSQL of its own. */
export async function measureEngine(): Promise<EngineFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-capacity-'));
  execFileSync('chmod', ['755', folder]);
  const postgres = await createPostgresServer(folder);
  try {
    const bareUrl = await copyOf(postgres);
    const bare = await openDatabase({ databaseUrl: bareUrl });
    const market = await spotMarketOn(await openDatabase({ databaseUrl: postgres.url }));
    try {
      return { ...(await measureOrders(market, bare.db, postgres)), house: await measureHouse(bare.db) };
    } finally {
      await market.close();
      await bare.close();
    }
  } finally {
    await postgres.crash();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A second, migrated database on the same server. */
async function copyOf({ url, adminUrl }: PostgresServer): Promise<string> {
  await (await openDatabase({ databaseUrl: url })).close();
  await run(adminUrl.replace(/[^/]*$/, 'postgres'), 'create database bare template halyard owner halyard');
  return url.replace(/[^/]*$/, 'bare');
}

type OrderFigures = Omit<EngineFigures, 'house'>;

async function measureOrders(market: SpotMarket, bare: Database, postgres: PostgresServer): Promise<OrderFigures> {
  const place = await pairsOf(market);
  let seconds = 0;
  const together: Contestant = {
    name: `${TOGETHER} orders a transaction`,
    units: TOGETHER,
    async run() {
      const before = processorSeconds(postgres.pid());
      await place(TOGETHER);
      seconds += processorSeconds(postgres.pid()) - before;
    },
  };
  const contestants = [
    { name: 'one order a transaction', run: () => place(1) },
    together,
    ...(await floorContestants(bare, TOGETHER)),
  ];
  const [alone, many, bareAlone, bareTogether] = await measure(contestants, ROUNDS);
  if (!alone || !many || !bareAlone || !bareTogether) throw new Error('nothing was measured');
  const [aloneMs, togetherMs] = [1000 / alone.median, (1000 * TOGETHER) / many.median];
  const orderMs = (togetherMs - aloneMs) / (TOGETHER - 1);
  const runs = (ROUNDS.rounds + 1) * ROUNDS.runsPerRound;
  return {
    rates: [alone, many, bareAlone, bareTogether],
    transactionMs: aloneMs - orderMs,
    orderMs,
    databaseMs: (1000 * seconds) / (runs * TOGETHER),
    bookMs: await measureBook(market, postgres),
  };
}

/** Traders in pairs at one price, so that every order is filled. Returns a function that places so many at once. */
async function pairsOf({ spot, trader, reset }: SpotMarket): Promise<(count: number) => Promise<unknown>> {
  await reset('100');
  const traders: UserId[] = [];
  for (let count = 0; count < TOGETHER; count += 1) traders.push(await trader({ btc: '1000000', usdt: '100000000' }));
  let placed = 0;
  const next = () => {
    const index = placed;
    placed += 1;
    const request = orderRequest(index % 2 === 0 ? 'sell' : 'buy', '0.1', '100');
    return spot.placeOrder(traders[index % TOGETHER] as UserId, { ...request, clientRequestId: randomUUID() });
  };
  return (count) => Promise.all(Array.from({ length: count }, next));
}

async function measureBook({ spot, trader, limit }: SpotMarket, postgres: PostgresServer): Promise<number> {
  const users = await Promise.all(Array.from({ length: 40 }, () => trader({ usdt: '1000000' })));
  for (const user of users) {
    const price = (place: number) => (99 - place / 100).toFixed(2);
    await Promise.all(
      Array.from({ length: RESTING / users.length }, (_, place) => limit(user, 'buy', '1', price(place))),
    );
  }
  const before = processorSeconds(postgres.pid());
  for (let read = 0; read < READS; read += 1) await spot.readBook(SYMBOL);
  return (1000 * (processorSeconds(postgres.pid()) - before)) / READS;
}

/** Writers whose users differ pay fees at the same time: all in one currency, and each in another one. */
async function measureHouse(db: Database): Promise<EngineFigures['house']> {
  const currencies = [1, 2, 3, 10] as CurrencyId[];
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const users = await insertUsers(db, TOGETHER);
      for (const currencyId of currencies)
        await db.transaction((tx) =>
          postEntries(
            tx,
            users.map((user) => deposit(accountOf(user, currencyId), '1000000')),
          ),
        );
      return users;
    }),
  );
  const pay = (users: readonly UserId[], currencyId: CurrencyId) =>
    db.transaction((tx) =>
      postEntries(
        tx,
        users.map((user) => transfer(accountOf(user, currencyId), { house: 'fees', currencyId }, '1')),
      ),
    );
  const contestant = (name: string, currencyOf: (writer: number) => CurrencyId): Contestant => ({
    name,
    units: WRITERS * 10,
    run: () =>
      Promise.all(
        writers.map(async (users, writer) => {
          for (let count = 0; count < 10; count += 1) await pay(users, currencyOf(writer));
        }),
      ),
  });
  const [oneRow, ownRows] = await measure(
    [
      contestant('all to one row of the house', () => 3 as CurrencyId),
      contestant('each to a row of its own', (writer) => currencies[writer] ?? (3 as CurrencyId)),
    ],
    { rounds: 5, runsPerRound: 3 },
  );
  if (!oneRow || !ownRows) throw new Error('nothing was measured');
  return [oneRow, ownRows];
}
