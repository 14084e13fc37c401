// Ledger transfers a second through `postEntries`, beside bare SQL on the same database in the same run. The goal is 90
// % of bare SQL: the same database function called by the driver, in its own transaction, with arguments prepared
// before the clock runs. PostgreSQL takes part if it answers (TEST_DATABASE_URL, else the usual port).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@halyard/contract/ids';
import { openDatabase, type OpenDatabase } from '../server/src/db/connect.ts';
import { postEntries, toArrays, type LedgerEntry } from '../server/src/ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, insertUsers, transfer } from '../server/src/testing/ledgerFixtures.ts';
import { createPostgresDatabase, testEngines } from '../server/src/testing/testDatabase.ts';
import { measure, report, type Contestant, type MeasureOptions } from './measure.ts';

const USERS = 200;
const BATCH = 10;
// Many short rounds: a burst of other work on the machine then affects all alike.
const ROUNDS = { rounds: 31, runsPerRound: 120 };
const GOAL_PERCENT = 90;
const AT_ONCE_ON_POSTGRES = 16;

/** The API of the driver, below drizzle. */
type BareConnection = { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };
type BareClient = BareConnection & { connect(): Promise<BareConnection & { release(): void }> };

const LEDGER_POST = 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused';

function transferOf(users: readonly UserId[], index: number): LedgerEntry {
  const [from, to] = [users[index % USERS], users[(index * 7 + 1) % USERS]];
  const other = from === to ? users[(index + 1) % USERS] : to;
  if (from === undefined || other === undefined) throw new Error('no users');
  return transfer(accountOf(from, CURRENCY.USDT), accountOf(other, CURRENCY.USDT), '1.25');
}

async function inBareTransaction(
  client: BareClient,
  work: (connection: BareConnection) => Promise<void>,
): Promise<void> {
  const connection = await client.connect();
  try {
    await connection.query('begin');
    await work(connection);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

async function post(connection: BareConnection, values: unknown[]): Promise<void> {
  const { rows } = await connection.query(LEDGER_POST, values);
  if (rows[0]?.['refused'] !== null) throw new Error('a transfer was refused');
}

async function compare({ db, engine }: OpenDatabase, options: MeasureOptions): Promise<void> {
  const users = await insertUsers(db, USERS);
  const funds = users.map((user) => deposit(accountOf(user, CURRENCY.USDT), '1000000'));
  await db.transaction((tx) => postEntries(tx, funds));

  // drizzle stores the driver's client here.
  const client = (db as unknown as { readonly $client: BareClient }).$client;
  const runs = options.runsPerRound * (options.rounds + 2);
  const transfers = Array.from({ length: runs + BATCH }, (_, index) => transferOf(users, index));
  const ready = transfers.map((entry) => toArrays([entry]));
  const contestants: Contestant[] = [
    {
      name: 'bare SQL: begin, ledger_post, commit',
      run: (index) => inBareTransaction(client, (connection) => post(connection, ready[index] ?? [])),
    },
    {
      name: 'postEntries in a transaction',
      run: (index) => db.transaction((tx) => postEntries(tx, transfers.slice(index, index + 1))),
    },
    {
      name: `postEntries, ${BATCH} transfers a transaction`,
      units: BATCH,
      run: (index) => db.transaction((tx) => postEntries(tx, transfers.slice(index, index + BATCH))),
    },
    { name: 'bare SQL: ledger_post alone', run: (index) => post(client, ready[index] ?? []) },
  ];
  const rates = await measure(contestants, options);
  const percent = rates[1]?.percentOfFirst ?? Number.NaN;
  const verdict = percent >= GOAL_PERCENT ? 'met' : 'missed';
  const title = `ledger transfers on ${engine}, ${options.atOnce ?? 1} at once, medians of ${options.rounds} rounds`;
  console.log(report(title, rates));
  console.log(
    `  goal: postEntries at ${GOAL_PERCENT} % of the first line or more: ${verdict} (${Math.round(percent)} %)`,
  );
}

async function onPglite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const opened = await openDatabase({ dataDir });
  try {
    await compare(opened, ROUNDS);
  } finally {
    await opened.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function onPostgres(): Promise<void> {
  const { url: databaseUrl, drop } = await createPostgresDatabase();
  const opened = await openDatabase({ databaseUrl });
  try {
    await compare(opened, { ...ROUNDS, atOnce: AT_ONCE_ON_POSTGRES });
  } finally {
    await opened.close();
    await drop();
  }
}

await onPglite();
if ((await testEngines()).includes('postgres')) await onPostgres();
else console.log('PostgreSQL does not answer: left out.');
