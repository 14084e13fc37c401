// Checks that the data of an older version are migrated, on both engines: its own server makes users, orders,
// executions, deposits, withdrawals, transfers and messages and is killed; this version migrates them. Users see the
// same before and after, the books are whole in both, and trading continues.
//   node --import tsx bench/upgradeCheck.ts <checkout of the older version, with node_modules>
import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Call, RequestOf } from '@halyard/contract/call';
import { listChatMessages, sendChatMessage } from '@halyard/contract/chat/calls';
import { listDeposits } from '@halyard/contract/deposits/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { listMessages, type OwnMessage } from '@halyard/contract/notifications/calls';
import { listEntries, listTransfers, transferFunds } from '@halyard/contract/wallet/entryCalls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { cancelOrder, listFills, listOrders, placeOrder } from '@halyard/contract/spot/calls';
import { getUser } from '@halyard/contract/user/calls';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { createHttpCaller, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import { createExchangeProcess } from '../server/src/testing/crash/exchangeProcess.ts';
import { flatFeed } from '../server/src/testing/flatFeed.ts';
import { CURRENCY } from '../server/src/testing/ledgerFixtures.ts';
import { createMembers, type Member } from '../server/src/testing/members.ts';
import { orderRequest } from '../server/src/testing/spotMarket.ts';
import { createBlankPostgresDatabase } from '../server/src/testing/postgresServer.ts';
import { testEngines, type TestLocation } from '../server/src/testing/testDatabase.ts';

const NEW = fileURLToPath(new URL('..', import.meta.url));
const OLD = resolve(process.argv[2] ?? NEW);
/** Reviews and fills of the old version are notified within this time. */
const PATIENCE_MS = 30_000;

/**
 * A user's view of their own data; balances are in the ledger entries, without the value that changes with the price.
 */
async function factsOf(call: HttpCaller, { token }: Member): Promise<object> {
  const read = async <C extends Call>(of: C, request: RequestOf<C>) => call(of, request, token);
  const page = { limit: 100 };
  return {
    user: await read(getUser, {}),
    identity: await read(getIdentity, {}),
    // Older versions know no cap.
    orders: (await read(listOrders, page)).map(({ maxSlippage: _cap, ...order }) => order),
    fills: await read(listFills, page),
    // The rest is read from orders and withdrawals, by each version in its way.
    entries: (await read(listEntries, page)).rows.map(({ id, value, before, after, kind, account, reference, at }) => {
      return { id, value, before, after, kind, account, reference, at };
    }),
    deposits: (await read(listDeposits, page)).rows.map(withoutTest),
    withdrawals: (await read(listWithdrawals, page)).rows.map(withoutTest),
    transfers: await read(listTransfers, page),
    chat: await read(listChatMessages, {}),
    messages: (await read(listMessages, { limit: 50 })).messages.map(withoutWords),
  };
}

// Older versions do not mark sandboxes, and word a sandbox's withdrawals as if they had been paid out.
const withoutTest = <Row extends { readonly isTest?: boolean | undefined }>({ isTest: _own, ...row }: Row) => row;
const withoutWords = (message: OwnMessage) =>
  message.category === 'withdrawals' ? { ...message, title: '', text: '' } : message;

/** Two users who trade with each other and with the house, and move money in every way. */
async function fillIn(url: string): Promise<Member[]> {
  const call = createHttpCaller(url);
  const members = createMembers(url);
  const [ann, ben] = [await members.join(), await members.join()];
  const place = (member: Member, ...of: Parameters<typeof orderRequest>) =>
    call(placeOrder, orderRequest(...of), member.token);
  await call(fundAccount, { currencyId: CURRENCY.BTC, account: 'spot', amount: decimal('1') }, ben.token);
  // The price is between 19990 and 20010: waiting orders never fill, and taking orders fill at once.
  await place(ben, 'sell', '0.01', '20008');
  const waiting = await place(ben, 'sell', '0.02', '21000');
  await place(ben, 'sell', '0.03', '21500');
  await place(ann, 'buy', '0.01', '20020');
  await place(ann, 'buy', '0.005');
  await place(ann, 'buy', '0.004', '19000');
  await call(cancelOrder, { id: waiting.id }, ben.token);
  const transfer = { currencyId: CURRENCY.USDT, from: 'spot', to: 'contract', amount: decimal('12.5') } as const;
  await call(transferFunds, transfer, ann.token);
  await call(sendChatMessage, { text: 'Hello', clientId: crypto.randomUUID() }, ann.token);
  await until(async () => (await call(getIdentity, {}, ann.token)).basic.status === 'verified');
  await members.payIn(ann, 2);
  await members.payOut(ann, 2);
  await until(async () => {
    const { messages } = await call(listMessages, { limit: 50 }, ann.token);
    return ['deposits', 'withdrawals'].every(
      (kind) => messages.filter(({ category }) => category === kind).length === 2,
    );
  });
  return [ann, ben];
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`not within ${PATIENCE_MS} ms: ${condition.toString()}`);
    await pause(100);
  }
}

/** Throws when the books are broken. */
async function checkBooks(checkout: string, env: Readonly<Record<string, string>>): Promise<string> {
  const words = ['--import', 'tsx', join(checkout, 'server/src/operator/operator.ts'), 'ledger', 'check'];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: checkout,
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}

/** An empty data folder: the older version makes its database itself. */
async function newPlace(engine: OpenDatabase['engine']): Promise<TestLocation> {
  if (engine === 'pglite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'halyard-database-'));
    return { location: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true }) };
  }
  const { url: databaseUrl, drop: remove } = await createBlankPostgresDatabase();
  return { location: { databaseUrl }, remove };
}

async function check(engine: OpenDatabase['engine']): Promise<void> {
  const { location, remove } = await newPlace(engine);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-upgrade-'));
  const dataDir = location.dataDir ?? folder;
  const env = {
    DATABASE_URL: location.databaseUrl ?? '',
    DATA_DIR: dataDir,
    FEED: flatFeed(folder),
    SANDBOX_REVIEW_SECONDS: '1',
  };
  const [older, newer] = [
    await createExchangeProcess(dataDir, env, OLD),
    await createExchangeProcess(dataDir, env, NEW),
  ];
  try {
    await older.start();
    const users = await fillIn(older.url);
    const before = await Promise.all(users.map((user) => factsOf(createHttpCaller(older.url), user)));
    await older.kill();
    console.log(`${engine}, books of the older version: ${await checkBooks(OLD, env)}`);
    await newer.start();
    const call = createHttpCaller(newer.url);
    const after = await Promise.all(users.map((user) => factsOf(call, user)));
    deepEqual(after, before);
    for (const { token } of users) await call(placeOrder, orderRequest('buy', '0.001'), token);
    await newer.kill();
    console.log(`${engine}, books of this version: ${await checkBooks(NEW, env)}`);
    const rows = Object.entries(before[0] ?? {}).map(
      ([name, value]) => `${name} ${Array.isArray(value) ? value.length : ''}`,
    );
    console.log(`${engine}: what two users see is the same (${rows.join(', ')})`);
  } finally {
    await older.kill();
    await newer.kill();
    rmSync(folder, { recursive: true });
    await remove();
  }
}

for (const engine of await testEngines()) await check(engine);
