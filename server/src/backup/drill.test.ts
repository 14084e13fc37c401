// The drill of docs/backups.md: a running exchange is backed up and lost with its machine, and another one continues
// from the backup with the same balances, right books, and a transparency log that never contradicts what was
// published.
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { isThorough } from '@halyard/contract/testing/thorough';
import { systemClock } from '../clock.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { publishedHead } from '../transparency/publishedHead.ts';
import { createSequencer } from '../transparency/sequencer.ts';
import { startOperatorServer } from '../operator/operatorServer.ts';
import { putEmptyDatabase } from '../testing/emptyDatabase.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { createTool, type Tool } from '../testing/operatorTool.ts';
import { createBlankPostgresDatabase, createPostgresDatabase } from '../testing/postgresServer.ts';
import { orderRequest, SYMBOL } from '../testing/spotMarket.ts';
import { testEngines } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';

const NAMING = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
const SEED = 'stands for a seed';

type Running = { readonly server: TestServer; advance(): Promise<unknown>; end(): Promise<void> };

/** An exchange with an operator socket, whose log the test advances. */
async function run(dataDir: string, databaseUrl: string | undefined): Promise<Running> {
  const location = databaseUrl === undefined ? { dataDir } : { databaseUrl };
  const server = await startTestServer({ location, dataDir });
  const log = { error: () => undefined, warn: () => undefined };
  const operators = await startOperatorServer({ ...server, databaseUrl, log });
  const key = await readLogKey(dataDir, undefined);
  const published = publishedHead(dataDir);
  const sequencer = createSequencer({ db: server.db, clock: systemClock, key, naming: NAMING, published });
  await server.feed.append(SYMBOL, { price: '100' });
  const end = async () => {
    await operators.close();
    await server.close();
  };
  return { server, advance: sequencer.advance, end };
}

const place = ({ server }: Running, { token }: TestUser, ...order: Parameters<typeof orderRequest>) =>
  server.call(placeOrder, orderRequest(...order), { token });
const balancesOf = async ({ server }: Running, { token }: TestUser) => {
  const wallet = await server.call(getWallet, {}, { token });
  return wallet.spot.balances.map(({ currencyId, available, held }) => [currencyId, available, held]);
};

describe.each(isThorough ? await testEngines() : (['pglite'] as const))('the drill on %s', (engine) => {
  const databases: { readonly url: string; drop(): Promise<void> }[] = [];
  let folder: string;
  let env: Record<string, string>;
  let tool: Tool;
  let exchange: Running;
  let ann: TestUser;
  let before: Awaited<ReturnType<typeof balancesOf>>;
  const [dataDir, backup, key] = ['data', 'own.backup', 'key.pem'].map((name) => () => join(folder, name)) as [
    () => string,
    () => string,
    () => string,
  ];

  /** Sets the database for the tool too. */
  async function useDatabase(make: typeof createPostgresDatabase): Promise<string | undefined> {
    if (engine === 'pglite') return undefined;
    const database = await make();
    databases.push(database);
    env['DATABASE_URL'] = database.url;
    return database.url;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-drill-'));
    env = { DATA_DIR: dataDir(), SANDBOX: '1' };
    const databaseUrl = await useDatabase(createPostgresDatabase);
    if (databaseUrl === undefined) await putEmptyDatabase(dataDir());
    tool = createTool(env, folder);
    exchange = await run(dataDir(), databaseUrl);
    await writeFile(join(dataDir(), 'seed.key'), SEED);
    ann = await exchange.server.registerUser();
    await exchange.server.fund(ann, CURRENCY.USDT, '1000');
    await place(exchange, ann, 'buy', '1');
    await place(exchange, ann, 'buy', '2', '50');
    await givePicture(exchange.server, ann);
    await exchange.advance();
    before = await balancesOf(exchange, ann);
  });
  afterAll(async () => {
    await exchange.end();
    for (const { drop } of databases) await drop();
    await rm(folder, { recursive: true });
  });

  it('makes a backup while users trade', async () => {
    const ben = await exchange.server.registerUser();
    await exchange.server.fund(ben, CURRENCY.USDT, '1000000');
    const { publicKey } = (await tool.json('backup', 'key', key())) as { publicKey: string };
    const done = new AbortController();
    const trade = async () => {
      while (!done.signal.aborted) await place(exchange, ben, 'buy', '0.1');
    };
    const make = tool.json('backup', 'make', backup(), '--to', publicKey).finally(() => done.abort());
    const [made] = await Promise.all([make, trade()]);
    expect(made).toMatchObject({ path: backup(), isEncrypted: true });
    await place(exchange, ann, 'buy', '0.5');
    await exchange.advance();
  });

  it('checks it in a temporary place', async () => {
    expect(await tool.json('backup', 'check', backup(), '--key', key())).toMatchObject({
      counts: { users: 2, uploads: 1 },
      keys: ['log.key', 'seed.key'],
      faults: [],
    });
  });

  it('does not restore over existing data', async () => {
    const { exitCode, err } = await tool('backup', 'restore', backup(), '--key', key());
    expect([exitCode, err]).toEqual([1, expect.stringContaining('holds something')]);
  });

  it('leaves nothing of a truncated backup', async () => {
    await exchange.end();
    await rm(dataDir(), { recursive: true });
    await useDatabase(createBlankPostgresDatabase);
    const damaged = join(folder, 'damaged.backup');
    await writeFile(damaged, await readFile(backup()));
    await truncate(damaged, 200_000);
    const { exitCode, err } = await tool('backup', 'restore', damaged, '--key', key());
    expect([exitCode, err]).toEqual([1, 'The backup is not whole or was changed: nothing was restored.']);
    expect(await readdir(dataDir())).toEqual([]);
  });

  it('restores it, and the log stops until operators begin the next one', async () => {
    const restored = await tool.json('backup', 'restore', backup(), '--key', key());
    expect(restored).toMatchObject({ faults: [], log: 'stopped' });
    expect(await readFile(join(dataDir(), 'seed.key'), 'utf8')).toBe(SEED);
    exchange = await run(dataDir(), env['DATABASE_URL']);
    expect(await balancesOf(exchange, ann)).toEqual(before);
    expect(await tool.json('ledger', 'check')).toMatchObject({ isRight: true });
    expect(await tool.json('log', 'check')).toMatchObject({ faults: [] });
    await expect(exchange.advance()).rejects.toThrow('was restored from a backup');
    await tool.json('log', 'new', 'after-restore');
    await exchange.advance();
    await place(exchange, ann, 'sell', '0.5');
    // Deposit addresses are derived from user ids: the id of a lost user is not reused.
    expect((await exchange.server.registerUser()).id).toBeGreaterThan(100_000);
    expect(await tool.json('ledger', 'check')).toMatchObject({ isRight: true });
  });
});
