// An exchange grows out of the embedded database: its users log in on PostgreSQL, with the same balances, the same open
// orders, and a public log that goes on.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOrders } from '@halyard/contract/spot/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { logIn } from '@halyard/contract/user/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { putEmptyDatabase } from '../testing/emptyDatabase.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { createTool, type Tool } from '../testing/operatorTool.ts';
import { createBlankPostgresDatabase } from '../testing/postgresServer.ts';
import { orderRequest, SYMBOL } from '../testing/spotMarket.ts';
import { testEngines } from '../testing/testDatabase.ts';
import { startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { publishedHead } from '../transparency/publishedHead.ts';
import { createSequencer } from '../transparency/sequencer.ts';

const NAMING = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };

describe.runIf((await testEngines()).includes('postgres'))('a move to PostgreSQL', () => {
  let folder: string;
  let dataDir: string;
  let tool: Tool;
  let target: Awaited<ReturnType<typeof createBlankPostgresDatabase>>;
  let user: TestUser;
  let before: unknown;

  const sequence = async ({ db }: Pick<TestServer, 'db'>) => {
    const key = await readLogKey(dataDir, undefined);
    const published = publishedHead(dataDir);
    return createSequencer({ db, clock: systemClock, key, naming: NAMING, published }).advance();
  };
  const stateOf = async (server: TestServer, token: string) => ({
    wallet: (await server.call(getWallet, {}, { token })).spot.balances.map(({ currencyId, available, held }) => [
      currencyId,
      available,
      held,
    ]),
    orders: (await server.call(listOrders, { status: 'waiting' } as never, { token })).map(({ id, price }) => [
      id,
      price,
    ]),
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-move-'));
    dataDir = join(folder, 'data');
    await putEmptyDatabase(dataDir);
    tool = createTool({ DATA_DIR: dataDir, SANDBOX: '1' }, folder);
    target = await createBlankPostgresDatabase();
    const server = await startTestServer({ location: { dataDir }, dataDir });
    await server.feed.append(SYMBOL, { price: '100' });
    user = await server.registerUser();
    await server.fund(user, CURRENCY.USDT, '1000');
    await server.call(placeOrder, orderRequest('buy', '1'), { token: user.token });
    await server.call(placeOrder, orderRequest('buy', '2', '50'), { token: user.token });
    await givePicture(server, user);
    await sequence(server);
    before = await stateOf(server, user.token);
    await server.close();
  });
  afterAll(async () => {
    await target.drop();
    await rm(folder, { recursive: true });
  });

  it('leaves a database alone that holds something', async () => {
    const opened = await openDatabase({ databaseUrl: target.url });
    await opened.close();
    const refused = await tool('database', 'move', '--to', target.url);
    expect(refused.err).toContain('holds something');
    expect(existsSync(join(dataDir, 'pg'))).toBe(true);
    await target.drop();
    target = await createBlankPostgresDatabase();
  });

  it('copies everything, with the same books and the same root of the log', async () => {
    const moved = (await tool.json('database', 'move', '--to', target.url)) as Record<string, unknown>;
    expect(moved).toMatchObject({ faults: [], counts: { users: 1, uploads: 1 } });
    expect(moved['checkpoint']).toMatch(/\n/);
    expect([existsSync(join(dataDir, 'pg')), existsSync(join(dataDir, 'pg-moved'))]).toEqual([false, true]);
  });

  it('goes on there: users log in, ids continue, the log grows, and its tables refuse changes again', async () => {
    const server = await startTestServer({ location: { databaseUrl: target.url }, dataDir });
    const token = await server.call(logIn, { kind: 'email', address: user.address, password: TEST_PASSWORD });
    expect(await stateOf(server, token)).toEqual(before);
    await server.feed.append(SYMBOL, { price: '101' });
    await server.call(placeOrder, orderRequest('buy', '0.5'), { token });
    await server.registerUser('new@example.com');
    await sequence(server);
    const [line] = await rowsOf<{ action: string }>(
      server.db,
      sql`select action from operator_actions order by id desc limit 1`,
    );
    expect(line?.action).toBe('database.move');
    await expect(server.db.execute(sql`delete from ticks`)).rejects.toThrow();
    await server.close();
    const env = { DATA_DIR: dataDir, SANDBOX: '1', DATABASE_URL: target.url };
    expect(await createTool(env, folder).json('log', 'check')).toMatchObject({ faults: [] });
    expect(await createTool(env, folder).json('ledger', 'check')).toMatchObject({ faults: [] });
  });
});
