// The embedded database does not block the exchange: requests that arrive over real sockets while a statement runs are
// read, and share one lookup of sessions and one transaction. The statement takes a thousand times as long as reading a
// request. Also: closing loses no earlier request, and the process ends when the database fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getLanguage } from '@halyard/contract/settings/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser } from '@halyard/contract/user/calls';
import { createHttpCaller, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { orderRequest, SYMBOL } from '../../testing/spotMarket.ts';
import { openTestDatabaseOn } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { rowsOf, rowsOfFixed } from '../database.ts';

const CALLS = 24;
const LONG = sql`select count(*)::int as pairs from generate_series(1, 2000) as a, generate_series(1, 2000) as b`;

describe('while the embedded database works', () => {
  let server: TestServer;
  let user: TestUser;
  let call: HttpCaller;
  beforeAll(async () => {
    server = await startTestServer({ engine: 'pglite' });
    await server.feed.append(SYMBOL, { price: '100' });
    user = await server.registerUser();
    await server.fund(user, CURRENCY.USDT, '100000');
    call = createHttpCaller(server.url);
    // From here on the market of the pair is cached.
    await call(placeOrder, orderRequest('buy', '1', '50'), user.token);
  });
  afterAll(() => server.close());

  /** Makes several calls, each over a socket of its own, while a long statement runs. */
  async function callMeanwhile<T>(make: () => Promise<T>): Promise<void> {
    const [[row]] = await Promise.all([rowsOf(server.db, LONG), ...Array.from({ length: CALLS }, make)]);
    expect(row).toEqual({ pairs: 4_000_000 });
  }

  it('answers a call that does not need it', async () => {
    const ended: string[] = [];
    const statement = rowsOf(server.db, LONG).then(() => ended.push('statement'));
    await call(getLanguage, {});
    ended.push('call');
    await statement;
    expect(ended).toEqual(['call', 'statement']);
  });

  it('executes waiting orders in one transaction', async () => {
    const transactions = async () => {
      const [row] = await rowsOf<{ n: number }>(
        server.db,
        sql`select count(distinct xmin::text)::int as n from spot_orders`,
      );
      return row?.n ?? 0;
    };
    const before = await transactions();
    await callMeanwhile(() => call(placeOrder, orderRequest('buy', '1', '50'), user.token));
    expect((await transactions()) - before).toBeLessThanOrEqual(CALLS / 4);
  });

  it('looks up the sessions of waiting calls together', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await callMeanwhile(() => call(getUser, {}, user.token));
    const names = query.mock.calls.map(([config]: unknown[]) => (config as { readonly name?: string }).name);
    query.mockRestore();
    const readings = names.filter((name) => name === 'open_sessions');
    expect(readings.length).toBeGreaterThan(0);
    expect(readings.length).toBeLessThanOrEqual(CALLS / 4);
  });
});

describe('the embedded database', () => {
  it('answers requests from before it was closed', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const asked = [1, 2, 3].map((n) => rowsOf(db, sql`select ${n}::int as n`));
    await close();
    expect(await Promise.all(asked)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    await expect(rowsOf(db, sql`select 1`)).rejects.toThrow();
  });

  it('continues after a failed statement, with named statements too', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const named = () => rowsOfFixed(db, { name: 'named', text: 'select $1::int as n' }, [1]);
    await named();
    await expect(rowsOf(db, sql`select 1 / 0`)).rejects.toThrow();
    expect(await named()).toEqual([{ n: 1 }]);
    await close();
  });

  it('handles statements and answers of any size', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const long = 'ä'.repeat(3_000_000);
    expect(await rowsOf(db, sql`select ${long}::text as long`)).toEqual([{ long }]);
    await close();
  });

  it('ends the process when it fails', async () => {
    // A start message without a protocol version is fatal to a session, and PGlite has only one.
    const program = `
      import { startPgliteThread } from '${new URL('pgliteThread.ts', import.meta.url).href}';
      const thread = await startPgliteThread({});
      console.log('started');
      await thread.tell(Uint8Array.of(0, 0, 0, 8, 0, 0, 0, 0));
      console.log('answered');`;
    const tsx = import.meta.resolve('tsx');
    const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const said: unknown[] = [];
    child.stdout.on('data', (data) => said.push(String(data)));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said).toEqual(['started\n']);
  });
});
