// On both engines, closing all positions has the same answer however often its request is repeated, concurrently or
// after the exchange crashed between closing and answering; a request that arrives too late closes nothing. Without a
// current price the next one closes.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listPositions, closePosition, closePositions, openPosition } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { makeRequestId, REQUEST_BEGINS_WITHIN_MS } from '@halyard/contract/requestId';
import { findFuturesTermsFaults } from '../../testing/futuresDesk.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const PATIENCE = { interval: 20 };
const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;

describe.each(await testEnginesByNight())('closing all on %s', (engine) => {
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock, engine });
    await server.feed.append('BTC/USDT', { price: '60000', at: new Date(clock.nowMs()).toISOString() });
  });
  afterAll(() => server.close());

  /** A user with a long and a short position, and the ids of both, newest first. */
  async function openTwo() {
    const user = await server.registerUser();
    await server.fund(user, CURRENCY.USDT, '5000', 'futures');
    const open = async (side: 'long' | 'short') => {
      const request = { ...PAIR, lots: 5, leverage: 20, side, clientRequestId: randomUUID() };
      return ((await server.call(openPosition, request, user)) as FuturesPosition).id;
    };
    return { user, ids: [await open('long'), await open('short')].toReversed() };
  }

  it('names the closed positions in every repetition', async () => {
    const { user, ids } = await openTwo();
    const request = { clientRequestId: randomUUID() };
    const closeAll = () => server.call(closePositions, request, user);
    const everything = { closed: ids, failed: [] };
    expect(await Promise.all([closeAll(), closeAll(), closeAll()])).toEqual([everything, everything, everything]);
    await server.db.execute(sql`delete from client_requests where request_id = ${request.clientRequestId}`);
    expect(await closeAll()).toEqual(everything);
  });

  it('closes nothing when it arrives too late', async () => {
    const { user, ids } = await openTwo();
    const late = { clientRequestId: makeRequestId(clock.nowMs() - REQUEST_BEGINS_WITHIN_MS - 1) };
    await expect(server.call(closePositions, late, user)).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' });
    const { page } = await server.call(listPositions, { status: 'trading' }, user);
    expect(page.rows.map(({ id }) => id)).toEqual(ids);
  });

  it('closes at the next price, like a single close, while nothing opens at an old price', async () => {
    const tick = (price: string) => server.feed.append('BTC/USDT', { price });
    await tick('60000');
    const [one, other] = [await openTwo(), await openTwo()];
    clock.advance(6000);
    const [id = 0 as never] = one.ids;
    const request = { id, clientRequestId: randomUUID() };
    const everything = { clientRequestId: randomUUID() };
    const close = () => server.call(closePosition, request, one.user);
    const closeAll = () => server.call(closePositions, everything, other.user);
    const closingFrom = new Date(clock.nowMs()).toISOString();
    expect(await Promise.all([close(), close()])).toMatchObject(
      Array.from({ length: 2 }, () => ({ id, status: 'trading', closingFrom })),
    );
    const answer = { closed: [], closing: other.ids, failed: [] };
    expect(await Promise.all([closeAll(), closeAll()])).toEqual([answer, answer]);
    expect(await server.call(closePositions, {}, other.user)).toBe('The position closes at the next price.');
    const opening = server.call(openPosition, { ...PAIR, lots: 5, leverage: 20, side: 'long' }, one.user);
    await expect(opening).rejects.toMatchObject({ code: 'PRICE_STALE' });
    const open = await server.call(listPositions, { status: 'trading' }, one.user);
    expect(open.page.rows.find((row) => row.id === id)).toMatchObject({ closingFrom });
    await tick('60012');
    for (const { user, ids } of [{ user: one.user, ids: [id] }, other]) {
      await vi.waitFor(async () => {
        const { page } = await server.call(listPositions, { status: 'closed' }, user);
        expect(page.rows.filter((row) => ids.includes(row.id))).toMatchObject(
          ids.map(() => ({ closeReason: 'user', closeTick: { price: '60012' } })),
        );
      }, PATIENCE);
    }
    expect(await close()).toMatchObject({ id, status: 'trading' });
    expect(await closeAll()).toEqual(answer);
    expect(await findFuturesTermsFaults(server.db)).toEqual([]);
  });
});
