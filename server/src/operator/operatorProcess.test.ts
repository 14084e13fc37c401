// The tool as a program beside the exchange as a program: every kind of record approved and rejected while the exchange
// is up, and reviewed when it is down and after it was killed; and on PostgreSQL beside two nodes, which receive the
// tool's events.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listDeposits } from '@halyard/contract/deposits/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { createHttpCaller, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import { isThorough } from '@halyard/contract/testing/thorough';
import { openDatabase } from '../db/connect.ts';
import { readExchangeId } from '../db/database.ts';
import { lockDataDir } from '../db/dataDir.ts';
import { createRedisBus } from '../events/eventBus.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { createExchangeProcess, type ExchangeProcess } from '../testing/crash/exchangeProcess.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { flatFeed } from '../testing/flatFeed.ts';
import { putEmptyDatabase } from '../testing/emptyDatabase.ts';
import { createMembers, type Member, type Members } from '../testing/members.ts';
import { createTool, type ToolResult, type Tool } from '../testing/operatorTool.ts';
import { createPostgresDatabase, testEngines } from '../testing/testDatabase.ts';

const PROGRAM = fileURLToPath(new URL('../../../scripts/operator.mjs', import.meta.url));

/** Runs the program as `npm run operator -- <words>` does. */
async function runProgram(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<ToolResult> {
  const [out, err]: [string[], string[]] = [[], []];
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { PATH: process.env['PATH'], OPERATOR_NAME: 'olga', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, out: out.join(''), err: err.join('') };
}

describe('the tool beside an exchange of its own', () => {
  let dataDir: string;
  let exchange: ExchangeProcess;
  let call: HttpCaller;
  let tool: Tool;
  let members: Members;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-operator-'));
    await putEmptyDatabase(dataDir);
    exchange = await createExchangeProcess(dataDir, { SANDBOX_REVIEW_SECONDS: '3600', FEED: flatFeed(dataDir) });
    await exchange.start();
    call = createHttpCaller(exchange.url);
    tool = createTool({ DATA_DIR: dataDir });
    members = createMembers(exchange.url);
  });
  afterAll(async () => {
    await exchange.kill();
    await rm(dataDir, { recursive: true });
  });

  const done = async (...words: readonly string[]) => {
    const { exitCode, err } = await tool(...words);
    expect([exitCode, err]).toEqual([0, '']);
  };
  const hasSocket = () => existsSync(join(dataDir, 'operator.sock'));
  const spotOf = async ({ token }: Member) => {
    const { spot } = await call(getWallet, {}, token);
    const { available, held } = spot.balances.find(({ currencyId }) => currencyId === CURRENCY.USDT) ?? {};
    return `${available}+${held}`;
  };
  const depositsOf = async ({ token }: Member) =>
    (await call(listDeposits, {}, token)).rows.map(({ id, status, rejectReason }) => [id, status, rejectReason]);
  const withdrawalsOf = async ({ token }: Member) =>
    (await call(listWithdrawals, {}, token)).rows.map(({ id, status, rejectReason }) => [id, status, rejectReason]);
  const identityOf = async ({ token }: Member) => {
    const { status, rejectReason } = (await call(getIdentity, {}, token)).basic;
    return [status, rejectReason];
  };

  /** A pending identity check. */
  const waitingOf = async ({ address }: Member) => {
    const { rows } = (await tool.json('identity', 'list')) as { rows: { id: number; account: string }[] };
    return `${rows.find(({ account }) => account === address)?.id}`;
  };

  let ann: Member;
  let deposits: number[];
  let withdrawals: number[];

  test('reviews while the exchange is up, with immediate effect', async () => {
    expect(hasSocket()).toBe(true);
    ann = await members.join();
    const eve = await members.join();
    const id = await waitingOf(ann);
    const { exitCode, out } = await runProgram({ DATA_DIR: dataDir }, 'identity', 'approve', id, '--json');
    expect([exitCode, JSON.parse(out)]).toEqual([0, { id: Number(id), status: 'verified' }]);
    await done('identity', 'reject', await waitingOf(eve), '--reason', 'Another name');
    expect(await identityOf(ann)).toEqual(['verified', null]);
    expect(await identityOf(eve)).toEqual(['rejected', 'Another name']);

    deposits = await members.payIn(ann, 3);
    await done('deposits', 'approve', `${deposits[0]}`);
    await done('deposits', 'reject', `${deposits[1]}`, '--reason', 'Nothing came');
    expect(await spotOf(ann)).toBe('1100+0');

    withdrawals = await members.payOut(ann, 3);
    expect(await spotOf(ann)).toBe('800+300');
    await done('withdrawals', 'approve', `${withdrawals[0]}`);
    await done('withdrawals', 'reject', `${withdrawals[1]}`, '--reason', 'Unknown bank');
    expect(await spotOf(ann)).toBe('900+100');
  });

  test('reviews when the exchange is down, on its database', async () => {
    const cat = await members.join();
    const catsCheck = await waitingOf(cat);
    // Each command opens the embedded database, which takes seconds: two kinds of records show it, by night all.
    if (!isThorough) await done('identity', 'approve', catsCheck);
    await exchange.stop();
    expect(hasSocket()).toBe(false);
    const result = await runProgram({ DATA_DIR: dataDir }, 'deposits', 'approve', `${deposits[2]}`);
    expect(result).toEqual({ exitCode: 0, out: `deposit ${deposits[2]} is passed now.\n`, err: '' });
    await done('withdrawals', 'reject', `${withdrawals[2]}`, '--reason', 'Closed bank');
    if (isThorough) await done('identity', 'approve', catsCheck);

    await exchange.start();
    const { out } = await tool('deposits', 'show', `${deposits[2]}`);
    expect(existsSync(/^proof +(\S+)$/m.exec(out)?.[1] ?? '')).toBe(true);
    expect(await tool.json('ledger', 'check')).toMatchObject({ isRight: true });
    expect(await identityOf(cat)).toEqual(['verified', null]);
    expect(await depositsOf(ann)).toEqual([
      [deposits[2], 'passed', null],
      [deposits[1], 'rejected', 'Nothing came'],
      [deposits[0], 'passed', null],
    ]);
    expect(await withdrawalsOf(ann)).toEqual([
      [withdrawals[2], 'rejected', 'Closed bank'],
      [withdrawals[1], 'rejected', 'Unknown bank'],
      [withdrawals[0], 'passed', null],
    ]);
    expect(await spotOf(ann)).toBe('1100+0');
  });

  test.runIf(isThorough)(
    'is not stopped by a socket that a killed exchange left, nor is the next exchange',
    async () => {
      await exchange.kill();
      expect(hasSocket()).toBe(true);
      await done('ledger', 'check');
      await exchange.start();
      expect(await tool('deposits', 'approve', `${deposits[0]}`)).toMatchObject({ exitCode: 1 });
      await done('ledger', 'check');
    },
  );

  test('finds every action in the audit log, wherever it ran', async () => {
    const { rows } = (await tool.json('audit', 'list')) as { rows: { action: string; operator: string }[] };
    const counts = Object.fromEntries(
      ['identity', 'deposits', 'withdrawals'].flatMap((group) =>
        ['approve', 'reject'].map((word) => {
          const action = `${group}.${word}`;
          return [action, rows.filter((row) => row.action === action && row.operator === 'olga').length];
        }),
      ),
    );
    expect(counts).toEqual({
      'identity.approve': 2,
      'identity.reject': 1,
      'deposits.approve': 2,
      'deposits.reject': 1,
      'withdrawals.approve': 1,
      'withdrawals.reject': 2,
    });
  });

  test('reports a data folder that is in use without a socket, without waiting', async () => {
    await exchange.stop();
    const unlock = lockDataDir(dataDir);
    expect(await tool('ledger', 'check')).toEqual({
      exitCode: 1,
      out: '',
      err: `The exchange in ${dataDir} is up, but does not answer operators: try again in a moment.`,
    });
    unlock();
  });
});

// With every change approvals.test.ts has two nodes on one database, and eventBus.test.ts two buses on one Redis.
const isPostgresUp = isThorough && (await testEngines()).includes('postgres');
const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const log = pino({ level: 'silent' });
const isRedisUp = await createRedisBus({ url: REDIS_URL, exchange: 'test' }, log).then(
  (bus) => bus.close().then(() => true),
  () => process.env['REQUIRE_SERVICES'] === '1',
);

describe.runIf(isPostgresUp && isRedisUp)('the tool beside two nodes on PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let dataDir: string;
  let env: Readonly<Record<string, string>>;
  let exchange: string;
  const nodes: ExchangeProcess[] = [];
  beforeAll(async () => {
    place = await createPostgresDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-operator-'));
    env = { DATABASE_URL: place.url, REDIS_URL, DATA_DIR: dataDir, FEED: flatFeed(dataDir), SANDBOX: '1' };
    // Another exchange may use the same Redis: its users have other ids.
    const { db, close } = await openDatabase({ databaseUrl: place.url });
    await db.execute(sql`select setval('users_id_seq', ${randomInt(1e9, 2e9)})`);
    exchange = await readExchangeId(db);
    await close();
    await startNode('3600');
    await startNode('3600');
  });
  afterAll(async () => {
    for (const node of nodes) await node.kill();
    await place.drop();
    await rm(dataDir, { recursive: true });
  });

  async function startNode(seconds: string): Promise<void> {
    const node = await createExchangeProcess(dataDir, { ...env, SANDBOX_REVIEW_SECONDS: seconds });
    nodes.push(node);
    await node.start();
  }

  test('works through the node of its machine or on the database, and every node is notified', async () => {
    expect(readdirSync(dataDir).filter((name) => name.startsWith('operator'))).toEqual(['operator.sock']);
    const members = createMembers(nodes[1]?.url ?? '');
    const ann = await members.join();
    const [first = 0, second = 0, third = 0] = await members.payIn(ann, 3);
    const tool = createTool(env);
    const distant = createTool({ ...env, DATA_DIR: join(dataDir, 'elsewhere') });

    const heard: ExchangeEvent[] = [];
    const bus = await createRedisBus({ url: REDIS_URL, exchange }, log);
    bus.subscribe((event) => heard.push(event));
    expect(await tool.json('deposits', 'approve', `${first}`)).toEqual({ id: first, status: 'passed' });
    expect(await distant.json('deposits', 'approve', `${second}`)).toEqual({ id: second, status: 'passed' });
    const { userId } = (await tool.json('deposits', 'show', `${first}`)) as { userId: number };
    for (const id of [first, second]) {
      const event = expect.objectContaining({ type: 'user-notified', userId, messageId: `deposit:${id}` });
      await vi.waitFor(() => expect(heard).toContainEqual(event));
    }
    await bus.close();

    // Two more autopilots, which both find the third record.
    await Promise.all([startNode('0'), startNode('0')]);
    const state = async () =>
      (await distant.json('deposits', 'list', '--status', 'all')) as { rows: { status: string }[] };
    await vi.waitFor(async () => expect((await state()).rows.every(({ status }) => status === 'passed')).toBe(true));
    const audit = (await distant.json('audit', 'list', '--subject', `deposit:${third}`)) as { rows: object[] };
    expect(audit.rows).toEqual([expect.objectContaining({ operator: 'autopilot', action: 'deposits.approve' })]);

    await nodes[0]?.stop();
    expect(existsSync(join(dataDir, 'operator.sock'))).toBe(false);
    expect(await tool.json('ledger', 'check')).toMatchObject({ isRight: true });
  });
});
