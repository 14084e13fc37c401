// A node of two is restarted under load, behind a load balancer: no order is lost, none is doubled, and clients see
// nothing but refusals that they repeat. By night both nodes, one after the other, with 200 requests a second.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import { decimal } from '@halyard/contract/money';
import { SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { createHttpCaller, RefusedError } from '@halyard/contract/testing/httpCaller';
import { isThorough } from '@halyard/contract/testing/thorough';
import { openDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { checkBooks } from '../ledger/closings.ts';
import { startBalancer } from '../testing/balancer.ts';
import { createExchangeProcess } from '../testing/crash/exchangeProcess.ts';
import { flatFeed } from '../testing/flatFeed.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { createMembers } from '../testing/members.ts';
import { createPostgresDatabase, testEngines } from '../testing/testDatabase.ts';

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const PASSING = ['RESTARTING', 'SERVICE_UNAVAILABLE'];
/** Pairs of an order and its cancellation each second. */
const PAIRS_A_SECOND = isThorough ? 100 : 10;
const DRAIN_SECONDS = isThorough ? '25' : '5';
/** How long requests arrive before, between and after restarts. */
const LOAD_MS = isThorough ? 2000 : 500;

type Tally = { acknowledged: string[]; refusals: Record<string, number>; latencies: number[] };

it.runIf((await testEngines()).includes('postgres'))('loses and doubles no order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-rolling-'));
  const place = await createPostgresDatabase();
  const env = { DATABASE_URL: place.url, REDIS_URL, SANDBOX: '1', DRAIN_SECONDS, FEED: flatFeed(folder) };
  const nodes = [await createExchangeProcess(folder, env), await createExchangeProcess(folder, env)];
  // The first one migrates and fills in the history.
  for (const node of nodes) await node.start();
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  const database = await openDatabase({ databaseUrl: place.url });
  const socket = io(balancer.url, { transports: ['websocket'] });
  try {
    const members = createMembers(balancer.url);
    const users = [await members.join(), await members.join()];
    const call = createHttpCaller(balancer.url);
    for (const { token } of users) {
      await call(fundAccount, { currencyId: CURRENCY.USDT, account: 'spot', amount: decimal('400000') }, token);
    }
    let cuts = 0;
    socket.on('disconnect', () => (cuts += 1));
    socket.on('connect', () => socket.emit(SUBSCRIBE, { rooms: ['ticker'] }));
    const tally: Tally = { acknowledged: [], refusals: {}, latencies: [] };
    const over = new AbortController();
    const load = run(balancer.url, { tokens: users.map(({ token }) => token), tally, signal: over.signal });
    for (const node of isThorough ? nodes : nodes.slice(1)) {
      await pause(LOAD_MS);
      await node.stop();
      await node.start();
    }
    await pause(LOAD_MS);
    over.abort();
    const sent = await load;

    const rows = await rowsOf<{ id: string; count: number }>(
      database.db,
      sql`select client_request_id as id, count(*)::int as count from spot_orders group by 1`,
    );
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(tally.acknowledged.toSorted());
    expect(tally.acknowledged).toHaveLength(sent);
    // Each refusal was for a moment, and the request was repeated.
    expect(Object.keys(tally.refusals).filter((code) => !PASSING.includes(code))).toEqual([]);
    expect(await database.db.transaction(checkBooks)).toEqual([]);
    await expect.poll(() => socket.connected).toBe(true);
    report(tally, { sent, cuts });
  } finally {
    socket.close();
    await balancer.close();
    for (const node of nodes) await node.kill();
    await database.close();
    await place.drop();
    rmSync(folder, { recursive: true });
  }
});

type Load = { readonly tokens: readonly string[]; readonly tally: Tally; readonly signal: AbortSignal };

/** Sends pairs at a constant rate until the signal; resolves to their number when all are answered. */
async function run(url: string, { tokens, tally, signal }: Load): Promise<number> {
  const call = createHttpCaller(url);
  const pairs: Promise<void>[] = [];
  while (!signal.aborted) {
    const token = tokens[pairs.length % tokens.length] ?? '';
    pairs.push(pair({ call, token, tally }));
    await pause(1000 / PAIRS_A_SECOND);
  }
  await Promise.all(pairs);
  return pairs.length;
}

type Sender = { readonly call: ReturnType<typeof createHttpCaller>; readonly token: string; readonly tally: Tally };

async function pair(sender: Sender): Promise<void> {
  const clientRequestId = randomUUID();
  const market = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT };
  const terms = { side: 'buy', orderType: 'limit', price: decimal('19000'), quantity: decimal('0.001') } as const;
  const order = await untilAnswered(sender, placeOrder, { ...market, ...terms, clientRequestId });
  sender.tally.acknowledged.push(clientRequestId);
  await untilAnswered(sender, cancelOrder, { id: order.id, clientRequestId: randomUUID() });
}

/** Repeats a request under its id, as the app does. Throws a refusal that does not pass. */
async function untilAnswered<C extends Call>(sender: Sender, of: C, request: RequestOf<C>): Promise<AnswerOf<C>> {
  const { call, token, tally } = sender;
  const begunMs = performance.now();
  for (;;) {
    try {
      const answer = await call(of, request, token);
      tally.latencies.push(performance.now() - begunMs);
      return answer;
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : 'SERVICE_UNAVAILABLE';
      tally.refusals[code] = (tally.refusals[code] ?? 0) + 1;
      if (!PASSING.includes(code)) throw error;
      await pause(200);
    }
  }
}

/** Prints what the run measured; it depends on the machine, so nothing asserts it. */
function report(
  { latencies, refusals }: Tally,
  { sent, cuts }: { readonly sent: number; readonly cuts: number },
): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  process.stdout.write(
    `rolling restart: ${sent} orders, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, repeated ${JSON.stringify(refusals)}, ${cuts} reconnects\n`,
  );
}
