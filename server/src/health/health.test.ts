// A node as load balancers and clients see it: ready, degraded, overloaded, stopping.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { sendOwnCode } from '@halyard/contract/security/calls';
import { listOrders } from '@halyard/contract/spot/calls';
import { cancelAllOrders, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser } from '@halyard/contract/user/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { METRICS, readMetrics } from './metrics.ts';
import { setFigures } from './nodeFigures.ts';
import type { NodeState, Phase } from './nodeState.ts';
import { createReadiness, type Readiness } from './readiness.ts';

let server: TestServer;
let user: TestUser;
let phase: Phase = 'serving';
let delayMs = 0;
const state: NodeState = {
  phase: () => phase,
  enter: (next) => {
    phase = next;
  },
  loopDelayMs: () => delayMs,
  close: () => undefined,
};
const SHED_DELAY_MS = 100;

beforeAll(async () => {
  server = await startTestServer({ state, shedDelayMs: SHED_DELAY_MS });
  await server.feed.append('BTC/USDT', { price: '100' });
  user = await server.registerUser();
  await server.fund(user, CURRENCY.USDT, '1000');
});
afterAll(() => server.close());
beforeEach(() => {
  phase = 'serving';
  delayMs = 0;
});

/** Reads without the cache of the route. */
const readiness = createReadinessAnew();
function createReadinessAnew(): () => Promise<Readiness> {
  return () => {
    const { db, clock, dataDir } = server;
    const deps = { db, clock, dataDir, state, version: '1.2.3', isBusConnected: () => true };
    return createReadiness({ ...deps, shedDelayMs: SHED_DELAY_MS })();
  };
}

const buy = (clientRequestId = randomUUID()) =>
  server.call(
    placeOrder,
    {
      baseId: CURRENCY.BTC,
      quoteId: CURRENCY.USDT,
      side: 'buy',
      orderType: 'limit',
      price: decimal('90'),
      quantity: decimal('0.1'),
      clientRequestId,
    },
    { token: user.token },
  );

describe('a node', () => {
  it('is healthy and ready', async () => {
    const healthy = await server.app.inject('/healthz');
    expect([healthy.statusCode, healthy.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await server.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({ isReady: true, failed: [] });
  });

  it('names a market whose price is too old, and stays ready', async () => {
    await server.db.execute(
      sql`update price_series set written_at = now() - interval '40 days', last_at = now() - interval '40 days'`,
    );
    await server.db.execute(sql`update markets set price_max_age_seconds = 30`);
    const { isReady, degraded, tickAges } = await readiness();
    expect([isReady, degraded]).toEqual([true, expect.arrayContaining(['prices BTC/USDT'])]);
    expect(tickAges['BTC/USDT']).toBeGreaterThan(30);
    await server.db.execute(sql`update markets set price_max_age_seconds = 2000000000`);
  });

  it('is not ready while the database does not answer', async () => {
    const deps = { clock: server.clock, dataDir: server.dataDir, state, version: '1', isBusConnected: () => true };
    const never = { execute: () => new Promise(() => undefined) };
    const hanging = { _: { session: { prepareQuery: () => never } } } as unknown as typeof server.db;
    const { isReady, failed } = await createReadiness({ ...deps, db: hanging, shedDelayMs: 0 })();
    expect([isReady, failed]).toEqual([false, ['database']]);
  });

  it('serves its metrics', async () => {
    const { db, dataDir } = server;
    await buy();
    await db.execute(
      sql`insert into jobs (kind, key, due_at, failures) values ('lost', 'a', now(), 9), ('lost', 'b', now(), 10)`,
    );
    const realtime = { connections: () => 2, rooms: () => 1 };
    const figures = { db, dataDir, state, readiness, leads: () => ['feed'], realtime };
    await setFigures({ ...figures, hasWitnesses: true });
    const { text } = await readMetrics();
    expect(text).toContain('halyard_build_info{version="1.2.3"} 1');
    expect(text).toContain('halyard_leader{job="feed"} 1');
    expect(text).toContain('halyard_leader{job="seal"} 0');
    expect(text).toMatch(/halyard_orders_total\{outcome="done"\} \d/);
    expect(text).toMatch(/halyard_transaction_seconds_count\{kind="spot batch"\} \d/);
    expect((await METRICS.withdrawalsWaiting.get()).values).toEqual([{ value: 0, labels: {} }]);
    expect(text).toContain('halyard_failing_jobs{job="lost"} 1');
    // A check that never ran must not look fresh, or its alert would never fire.
    expect(text).toContain('halyard_ledger_check_age_seconds +Inf');
    expect(text).toContain('halyard_witness_age_seconds +Inf');
    await setFigures({ ...figures, hasWitnesses: false });
    expect((await readMetrics()).text).toMatch(/halyard_witness_age_seconds nan/i);
  });
});

describe('an overloaded node', () => {
  it('refuses what can wait, and answers what ends risk or shows money', async () => {
    delayMs = SHED_DELAY_MS + 1;
    const refused = await server.app.inject('/api/currency/quotation_new');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    await expect(server.call(listMarkets, {})).rejects.toMatchObject({ code: 'OVERLOADED' });
    for (const call of [getUser, sendOwnCode, listOrders, listWithdrawals, getWallet]) {
      await expect(server.call(call, {}, { token: user.token })).resolves.toBeDefined();
    }
    await expect(buy()).resolves.toMatchObject({ status: 'waiting' });
  });

  it('refuses new orders only when it hardly answers; a repetition is answered afterwards', async () => {
    const id = randomUUID();
    const first = await buy(id);
    delayMs = SHED_DELAY_MS * 4;
    await expect(buy(id)).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(server.call(cancelAllOrders, {}, { token: user.token })).resolves.toMatchObject({
      cancelled: expect.any(Number),
    });
    delayMs = 0;
    expect((await buy(id)).id).toBe(first.id);
  });
});

describe('a node that stops', () => {
  it('is not ready, and answers everything while load balancers notice', async () => {
    state.enter('leaving');
    const { isReady, failed } = await readiness();
    expect([isReady, failed]).toEqual([false, ['draining']]);
    const answer = await server.app.inject('/api/currency/quotation_new');
    expect([answer.statusCode, answer.headers['connection']]).toEqual([200, 'close']);
    await expect(buy()).resolves.toMatchObject({ status: 'waiting' });
  });

  it('then begins nothing, and still answers reads', async () => {
    state.enter('refusing');
    await expect(buy()).rejects.toMatchObject({ code: 'RESTARTING' });
    await expect(server.call(listMarkets, {})).resolves.toBeDefined();
  });
});
