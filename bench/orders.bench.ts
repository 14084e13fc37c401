// Orders a second over HTTP, placed at a real server process by many traders at once in all its markets: market orders against the house's ladder, limit orders that meet
// each other and limit orders that wait, each with a request id. Beside it, in the same run: a call that asks nothing of the database (what HTTP
// and the client cost), and the bare SQL of a waiting order on the same kind of database (what the writes cost). The server has what the
// client leaves of the machine. PostgreSQL takes part when it answers.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { listMarkets, type Market } from '@halyard/contract/calls/markets';
import { fundAccount } from '@halyard/contract/calls/sandbox';
import { placeOrder, type OrderRequest } from '@halyard/contract/calls/spot';
import { readEnvelope } from '@halyard/contract/envelope';
import { decimal, divide, multiply, round, type Decimal } from '@halyard/contract/money';
import { openDatabase, type OpenDatabase } from '../server/src/db/connect.ts';
import { postMovements, type Movement } from '../server/src/ledger/ledger.ts';
import { listMarketRecords } from '../server/src/market/marketRecord.ts';
import { createExchangeProcess } from '../server/src/testing/crash/exchangeProcess.ts';
import { createApi } from '@halyard/contract/testing/api';
import { createHttpCaller, wireFields } from '@halyard/contract/testing/httpCaller';
import { accountOf, CURRENCY, deposit, insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import { createPostgresDatabase, testEngines } from '../server/src/testing/testDatabase.ts';
import { createClient, type Post } from './httpClient.ts';
import { measure, report, type Contestant } from './measure.ts';

const TRADERS = 32;
const OPTIONS = { rounds: 9, runsPerRound: 400, atOnce: TRADERS };
const GOAL_ON_POSTGRES = 1500;
const GOAL_P99_MS = 150;
const FUNDS = '1000000';

/** What a random order needs to know of its market. */
type Place = Pick<Market, 'baseId' | 'quoteId' | 'pricePrecision' | 'quantityPrecision'> & { readonly price: Decimal };

/** Three in ten at the market, four near it, three so far away that they wait. A trader keeps to one side, so that he never meets himself. */
function randomOrder(place: Place, index: number): OrderRequest {
  const { baseId, quoteId, price, pricePrecision, quantityPrecision } = place;
  const side = index % 2 === 0 ? 'buy' : 'sell';
  const quantity = divide(decimal(String(randomInt(50, 500))), price, quantityPrecision, 'up');
  const base = { baseId, quoteId, side, quantity, clientRequestId: randomUUID() } as const;
  const draw = randomInt(10);
  if (draw < 3) return { ...base, orderType: 'market' };
  const points = draw < 7 ? randomInt(-2, 3) : randomInt(100, 400) * (side === 'buy' ? -1 : 1);
  const factor = decimal((1 + points / 10_000).toFixed(4));
  return { ...base, orderType: 'limit', price: round(multiply(price, factor), pricePrecision, 'half-even') };
}

async function readPlaces(url: string): Promise<Place[]> {
  const groups = await createHttpCaller(url)(listMarkets, {});
  return groups
    .flatMap(({ markets }) => markets)
    .flatMap((market) => (market.lastPrice === null ? [] : [{ ...market, price: market.lastPrice }]));
}

async function openTraders(url: string, places: readonly Place[]): Promise<string[]> {
  const call = createHttpCaller(url);
  return Promise.all(
    Array.from({ length: TRADERS }, async (_, index) => {
      const token = await createApi(url).register(`bench-${index}@example.com`);
      for (const currencyId of new Set(places.flatMap(({ baseId, quoteId }) => [baseId, quoteId]))) {
        await call(fundAccount, { currencyId, account: 'spot', amount: decimal(FUNDS) }, token);
      }
      return token;
    }),
  );
}

/** Orders and calls without work, over HTTP; `latenciesMs` fills up with those of the orders. */
async function httpContestants(
  url: string,
  post: Post,
  latenciesMs: number[],
): Promise<readonly [Contestant, Contestant]> {
  const places = await readPlaces(url);
  const tokens = await openTraders(url, places);
  const tokenOf = (index: number) => tokens[index % TRADERS] ?? '';
  return [
    { name: 'HTTP alone: get/lang', run: (index) => post('get/lang', '', tokenOf(index)) },
    {
      name: 'orders over HTTP: coin/trade',
      async run(index) {
        const place = places[randomInt(places.length)];
        if (place === undefined) throw new Error('no market has a price');
        const form = new URLSearchParams(wireFields(placeOrder, randomOrder(place, index))).toString();
        const startedAtMs = performance.now();
        const reply = readEnvelope(await post(placeOrder.path, form, tokenOf(index)));
        latenciesMs.push(performance.now() - startedAtMs);
        if (reply?.ok !== true) throw new Error(`an order was refused: ${JSON.stringify(reply)}`);
        z.decode(placeOrder.answer, reply.payload as z.input<typeof placeOrder.answer>);
      },
    },
  ];
}

/** What a waiting order writes, with its arguments made ready: lock and read, order, hold. */
async function bareContestant({ db }: OpenDatabase): Promise<Contestant> {
  const users = await insertUsers(db, TRADERS);
  const markets = await listMarketRecords(db);
  const accounts = users.map((user) => accountOf(user, CURRENCY.USDT));
  const funds = accounts.map((account) => deposit(account, FUNDS));
  await db.transaction((tx) => postMovements(tx, funds));
  const holds = accounts.map((account): Movement => {
    const posting = { account, available: decimal('-1'), held: decimal('1') };
    return { kind: 'spot_hold', reference: 'order:0', postings: [posting] };
  });
  const order = (index: number) =>
    JSON.stringify({
      user_id: users[index % TRADERS],
      side: 'buy',
      order_type: 'limit',
      status: 'waiting',
      price: '100',
      quantity: '0.01',
      filled_quantity: '0',
      filled_quote: '0',
      fee: '0',
      maker_fee_rate: '0.0008',
      taker_fee_rate: '0.001',
      held_amount: '1',
    });
  return {
    name: 'bare SQL of a waiting order',
    run: (index) =>
      db.transaction(async (tx) => {
        const market = markets[index % markets.length];
        await tx.execute(
          sql`select spot_open(${market?.baseId}, ${market?.quoteId}, ${users[index % TRADERS]}, 'sell', 100::numeric, 8)`,
        );
        await tx.execute(
          sql`select spot_settle(${market?.id}, now(), ${order(index)}::text::jsonb, '[]'::jsonb, '[]'::jsonb, null) as written`,
        );
        await postMovements(tx, holds.slice(index % TRADERS, (index % TRADERS) + 1));
      }),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

async function compare(
  engine: OpenDatabase['engine'],
  env: Readonly<Record<string, string>>,
  bare: OpenDatabase,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const exchange = await createExchangeProcess(dataDir, { FEED: 'simulated', FEED_SEED: 'bench', ...env });
  const client = createClient(exchange.url, TRADERS);
  try {
    await exchange.start();
    const latenciesMs: number[] = [];
    const contestants = [
      ...(await httpContestants(exchange.url, client.post, latenciesMs)),
      await bareContestant(bare),
    ];
    const rates = await measure(contestants, OPTIONS);
    const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
    console.log(report(`orders on ${engine}, ${TRADERS} traders at once, medians of ${OPTIONS.rounds} rounds`, rates));
    console.log(`  an order took ${p50.toFixed(1)} ms in the median, ${p99.toFixed(1)} ms for 99 of 100`);
    if (engine === 'postgres') console.log(`  goal: ${GOAL_ON_POSTGRES} /s and ${GOAL_P99_MS} ms`);
  } finally {
    client.close();
    await exchange.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function onPglite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const bare = await openDatabase({ dataDir });
  try {
    await compare('pglite', {}, bare);
  } finally {
    await bare.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  const [ofServer, ofBare] = [await createPostgresDatabase(), await createPostgresDatabase()];
  const bare = await openDatabase({ databaseUrl: ofBare.url });
  try {
    await compare('postgres', { DATABASE_URL: ofServer.url }, bare);
  } finally {
    await bare.close();
    await ofServer.drop();
    await ofBare.drop();
  }
}

await onPglite();
if ((await testEngines()).includes('postgres')) await onPostgres();
else console.log('PostgreSQL does not answer: left out.');
