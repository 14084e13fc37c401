// A position can always be closed: while prices are stale the request is stored with the row, and the first tick from
// the request on closes it once, at its price, on whichever node processes it first; never a tick that its owner has
// already seen; and the public log proves all of it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePosition } from '@halyard/contract/futures/calls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { parsePosition, parsePositionReceipt } from '@halyard/contract/transparency/positionReceipt';
import { verifyPositionReceipt } from '@halyard/contract/transparency/verifyPositionReceipt';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import { ETH, openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { openTestLog, type TestLog } from '../../testing/testLog.ts';
import { close } from './closePosition.ts';
import { instantsOf, writeFutures } from './futuresWrite.ts';
import { readLoggedPosition } from './receipts.ts';

let desk: FuturesDesk;
let userId: UserId;
beforeAll(async () => {
  desk = await openFuturesDesk();
  userId = await desk.trader('10000');
});
afterAll(() => desk.shut());
afterEach(async () => {
  const faults = await desk.faults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const closings = async (id: PositionId) =>
  rowsOf(
    desk.db,
    sql`select from ledger_entries where reference = ${`position:${id}`} and kind in ('contract_close', 'contract_liquidation')`,
  );
/** Opens a position; no tick comes afterwards until the last price is too old. */
async function openAndStall(changes: Parameters<FuturesDesk['open']>[1] = {}) {
  await desk.tick('60000');
  const position = await desk.open(userId, changes);
  desk.clock.advance(8000);
  return position;
}

describe('a position whose price is old', () => {
  it('closes once, at the first tick from the request on', async () => {
    const { id } = await openAndStall();
    const askedAt = new Date(desk.clock.nowMs()).toISOString();
    expect(await desk.byClock.close(userId, id)).toMatchObject({ status: 'trading', closingFrom: askedAt });
    // Repeated, and advanced before a tick arrives, it stays open.
    expect(await desk.byClock.close(userId, id)).toMatchObject({ status: 'trading', closingFrom: askedAt });
    expect(await desk.refusalOf(desk.byClock.reverse(userId, id))).toBe('POSITION_NOT_OPEN');
    await desk.advance();
    expect(await desk.read(userId, id)).toMatchObject({ status: 'trading', closingFrom: askedAt });
    await desk.tick('60100', 3_600_000);
    const at = new Date(desk.clock.nowMs()).toISOString();
    await desk.tick('59000');
    await Promise.all([desk.advance(), desk.advance()]);
    const closed = await desk.read(userId, id);
    expect(closed).toMatchObject({ status: 'closed', closeReason: 'user', endedAt: at, realizedProfit: '4.4' });
    expect(closed).toMatchObject({ closeTick: { price: '60100' } });
    expect(closed.closingFrom).toBeUndefined();
    expect(await closings(id)).toHaveLength(1);
    expect(await desk.refusalOf(desk.byClock.close(userId, id))).toBe('POSITION_NOT_OPEN');
  });

  it('closes for its owner at a tick that would have liquidated it', async () => {
    const { id } = await openAndStall();
    await desk.byClock.close(userId, id);
    await desk.tick('50000');
    await desk.advance();
    expect(await desk.read(userId, id)).toMatchObject({ closeReason: 'user', closeTick: { price: '50000' } });
    expect(await closings(id)).toHaveLength(1);
  });

  it('closes a part, which is a row of its own until the tick closes it', async () => {
    const { id } = await openAndStall();
    const part = await desk.byClock.close(userId, id, 2);
    expect(part).toMatchObject({ status: 'trading', parentId: id, lots: 2, margin: '60.012' });
    expect(await desk.read(userId, id)).toMatchObject({ status: 'trading', lots: 3, margin: '90.018' });
    await desk.tick('60112');
    await desk.advance();
    expect(await desk.read(userId, part.id)).toMatchObject({ status: 'closed', realizedProfit: '2' });
    const rest = await desk.read(userId, id);
    expect(rest).toMatchObject({ status: 'trading', lots: 3 });
    expect(rest.closingFrom).toBeUndefined();
    await desk.close(userId, id);
  });

  it('closes in a shared account, where the others stay as before', async () => {
    await desk.tick('3000', 0, ETH);
    const other = await desk.open(userId, { symbol: ETH, mode: 'cross', lots: 1 });
    const { id } = await openAndStall({ mode: 'cross' });
    const part = await desk.byClock.close(userId, id, 1);
    await desk.byClock.close(userId, id);
    await desk.tick('60000');
    await desk.advance();
    for (const one of [id, part.id]) expect(await desk.read(userId, one)).toMatchObject({ closeReason: 'user' });
    expect(await desk.read(userId, other.id)).toMatchObject({ status: 'trading' });
    await desk.tick('3000', 0, ETH);
    await desk.close(userId, other.id);
  });

  it('closes with its market when no further tick comes', async () => {
    const { id } = await openAndStall();
    await desk.byClock.close(userId, id);
    await desk.feed.setStatus('BTC/USDT', 'feed-ended');
    await desk.advance();
    expect(await desk.read(userId, id)).toMatchObject({ status: 'closed', closeReason: 'series_ended' });
    await desk.feed.setStatus('BTC/USDT', 'trading');
  });
});

describe('with prices in the public log', () => {
  let log: TestLog;
  beforeAll(async () => {
    await desk.tick('60000');
    log = await openTestLog(desk.db, desk.clock);
    await second('60000');
  });
  afterAll(() => log.close());
  async function second(price: string): Promise<void> {
    await desk.tick(price);
    await log.advance();
    await desk.advance();
  }

  it('proves a request to close, with a stop and an overnight fee in between', async () => {
    await desk.tick('60000', Date.parse('2026-11-26T23:59:50.000Z') - desk.clock.nowMs());
    await log.advance();
    const { id } = await desk.open(userId);
    await log.advance();
    await second('60000');
    desk.clock.advance(5500);
    await desk.byClock.close(userId, id);
    await desk.setStops(userId, id, { loss: '59000' });
    await log.advance();
    await desk.tick('58990', 10_000);
    await log.advance();
    await desk.advance();
    await second('60000');
    expect(await desk.read(userId, id)).toMatchObject({ closeReason: 'user', closeTick: { price: '58990' } });
    const file = await readLoggedPosition(desk.db, log.head, userId, id);
    const { steps } = verifyPositionReceipt(file, log.policy);
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
    const states = parsePositionReceipt(file).chain.map(({ terms }) => parsePosition(terms));
    expect(states.map(({ cause }) => cause)).toEqual(['open', 'closing', 'set_stops', 'night']);
  });

  it('is never closed by a tick from before the request, even one that is not logged yet', async () => {
    await second('60000');
    const { id } = await desk.open(userId);
    await log.advance();
    // The owner sees these ticks before they are logged.
    for (const price of ['60500', '60600']) await desk.tick(price);
    desk.clock.advance(100);
    await writeFutures(desk.deps, {
      call: closePosition,
      caller: { user: { id: userId, sessionId: 1 }, language: 'en' },
      request: { id },
      notice: 'CONTRACT_CLOSED',
      check: async () => ({ ...instantsOf({ atMs: desk.clock.nowMs() }), isMet: false }),
      run: (tx, asked) => close(tx, { userId, id, nowMs: desk.clock.nowMs(), ...asked }),
    });
    await log.advance();
    await desk.advance();
    expect(await desk.read(userId, id)).toMatchObject({ status: 'trading' });
    await second('60010');
    expect(await desk.read(userId, id)).toMatchObject({ closeReason: 'user', closeTick: { price: '60010' } });
  });
});
