// Transfers between own accounts a second over HTTP, sent to a real server process by many users at once, each with a
// request id, on each available engine. Beside it, in the same run and on the same kind of database: the bare ledger
// function with prepared arguments (the cost of the ledger entry itself), and a call without the database (the cost of
// HTTP and the client). The server has the rest of the machine beside client and database.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { decimal } from '@halyard/contract/money';
import { createApi } from '@halyard/contract/testing/api';
import { createHttpCaller, wireFields } from '@halyard/contract/testing/httpCaller';
import { openDatabase, type OpenDatabase } from '../server/src/db/connect.ts';
import { postEntries, toArrays } from '../server/src/ledger/ledger.ts';
import { createExchangeProcess } from '../server/src/testing/crash/exchangeProcess.ts';
import { accountOf, CURRENCY, deposit, insertUsers, transfer } from '../server/src/testing/ledgerFixtures.ts';
import { newTestLocation, testEngines } from '../server/src/testing/testDatabase.ts';
import { createClient, type Post } from './httpClient.ts';
import { measure, report, type Contestant } from './measure.ts';

const USERS = 32;
const OPTIONS = { rounds: 9, runsPerRound: 1600, atOnce: USERS };
const FUNDS = '1000000';
const AMOUNT = '1.25';
const LEDGER_POST = 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused';

/** The API of the driver, below drizzle. */
type BareClient = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };

async function openUsers(url: string): Promise<string[]> {
  const call = createHttpCaller(url);
  return Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const token = await createApi(url).register(`bench-${index}@example.com`);
      await call(fundAccount, { currencyId: CURRENCY.USDT, account: 'spot', amount: decimal(FUNDS) }, token);
      return token;
    }),
  );
}

/** Transfers over HTTP; `latenciesMs` fills up with how long each took. */
function overHttp(post: Post, tokens: readonly string[], latenciesMs: number[]): Contestant {
  return {
    name: 'transfers over HTTP: wallet/change',
    async run(index) {
      const request = {
        currencyId: CURRENCY.USDT,
        from: 'spot',
        to: 'futures',
        amount: decimal(AMOUNT),
        clientRequestId: randomUUID(),
      } as const;
      const form = new URLSearchParams(wireFields(transferFunds, request)).toString();
      const startedAtMs = performance.now();
      const reply = readEnvelope(await post(transferFunds.path, form, tokens[index % USERS] ?? ''));
      latenciesMs.push(performance.now() - startedAtMs);
      if (reply?.ok !== true) throw new Error(`a transfer was refused: ${JSON.stringify(reply)}`);
    },
  };
}

async function bareLedger({ db }: OpenDatabase): Promise<Contestant> {
  const users = await insertUsers(db, USERS);
  const accounts = users.map((user) => accountOf(user, CURRENCY.USDT));
  const funds = accounts.map((account) => deposit(account, FUNDS));
  await db.transaction((tx) => postEntries(tx, funds));
  const ready = users.map((user, index) => {
    const [from, to] = [accounts[index], accountOf(user, CURRENCY.USDT, 'futures')];
    if (from === undefined) throw new Error('no account');
    return toArrays([transfer(from, to, AMOUNT)]);
  });
  // drizzle stores the driver's client here.
  const client = (db as unknown as { readonly $client: BareClient }).$client;
  return {
    name: 'the bare ledger function',
    async run(index) {
      const { rows } = await client.query(LEDGER_POST, ready[index % USERS] ?? []);
      if (rows[0]?.['refused'] !== null) throw new Error('a transfer was refused');
    },
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

async function measureOn(engine: OpenDatabase['engine']): Promise<void> {
  const [place, barePlace] = [await newTestLocation(engine), await newTestLocation(engine)];
  const scratch = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const { databaseUrl = '', dataDir = scratch } = place.location;
  const settings = { DATABASE_URL: databaseUrl, FEED: 'simulated', FEED_SEED: 'bench' };
  const exchange = await createExchangeProcess(dataDir, settings);
  const bare = await openDatabase(barePlace.location);
  const client = createClient(exchange.url, USERS);
  try {
    await exchange.start();
    const tokens = await openUsers(exchange.url);
    const latenciesMs: number[] = [];
    const contestants = [
      await bareLedger(bare),
      overHttp(client.post, tokens, latenciesMs),
      {
        name: 'HTTP alone: get/lang',
        run: (index: number) => client.post('get/lang', '', tokens[index % USERS] ?? ''),
      },
    ];
    const rates = await measure(contestants, OPTIONS);
    const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
    console.log(report(`transfers on ${engine}, ${USERS} users at once, medians of ${OPTIONS.rounds} rounds`, rates));
    console.log(`  a transfer took ${p50.toFixed(1)} ms in the median, ${p99.toFixed(1)} ms for 99 of 100`);
  } finally {
    client.close();
    await exchange.stop();
    await bare.close();
    for (const { remove } of [place, barePlace]) await remove();
    rmSync(scratch, { recursive: true });
  }
}

for (const engine of await testEngines()) await measureOn(engine);
