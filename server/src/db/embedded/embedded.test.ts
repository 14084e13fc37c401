// Proves that the embedded database leaves the exchange free: what arrives over real sockets while a statement runs is
// read meanwhile, and shares its reading of sessions and its transaction. The statement takes a thousand times as long
// as reading a request does. Also that nothing which was asked is lost when it is closed, and that the process ends
// when it fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getLanguage } from '@halyard/contract/settings/calls';
import { placeOrder } from '@halyard/contract/spot/calls';
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
    // Which market trades the pair is known from then on.
    await call(placeOrder, orderRequest('buy', '1', '50'), user.token);
  });
  afterAll(() => server.close());

  /** Calls so many times over sockets of their own while a long statement runs. */
  async function callMeanwhile<T>(make: () => Promise<T>): Promise<void> {
    const [[row]] = await Promise.all([rowsOf(server.db, LONG), ...Array.from({ length: CALLS }, make)]);
    expect(row).toEqual({ pairs: 4_000_000 });
  }

  it('a call that does not need it is answered', async () => {
    const ended: string[] = [];
    const statement = rowsOf(server.db, LONG).then(() => ended.push('statement'));
    await call(getLanguage, {});
    ended.push('call');
    await statement;
    expect(ended).toEqual(['call', 'statement']);
  });

  it('orders that arrive share a transaction', async () => {
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

  it('sessions of those who call are read together', async () => {
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
  it('answers what it was asked before it was closed', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const asked = [1, 2, 3].map((n) => rowsOf(db, sql`select ${n}::int as n`));
    await close();
    expect(await Promise.all(asked)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    await expect(rowsOf(db, sql`select 1`)).rejects.toThrow();
  });

  it('goes on after a statement that failed, with those that have names too', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const named = () => rowsOfFixed(db, { name: 'named', text: 'select $1::int as n' }, [1]);
    await named();
    await expect(rowsOf(db, sql`select 1 / 0`)).rejects.toThrow();
    expect(await named()).toEqual([{ n: 1 }]);
    await close();
  });

  it('carries statements and answers of any size', async () => {
    const { db, close } = await openTestDatabaseOn('pglite');
    const long = 'ä'.repeat(3_000_000);
    expect(await rowsOf(db, sql`select ${long}::text as long`)).toEqual([{ long }]);
    await close();
  });

  it('ends the process when it fails, because nothing works without it', async () => {
    // A start of a session that names no version of the protocol is fatal, and PGlite has but one session.
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
