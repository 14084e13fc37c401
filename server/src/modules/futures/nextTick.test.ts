// The times of positions match their ticks: a user's action takes place at a tick that is not earlier than the request,
// and at the instant of that tick, so that a search by time finds the same one; also while ticks arrive in between, and
// on a node under such load that it logs and writes late.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPosition } from '@halyard/contract/futures/calls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { verifyPositionReceipt } from '@halyard/contract/transparency/verifyPositionReceipt';
import { rowsOf } from '../../db/database.ts';
import { openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { usualEngine } from '../../testing/testDatabase.ts';
import { openTestLog, type TestLog } from '../../testing/testLog.ts';
import { readCurrentTerms } from './currentTerms.ts';
import { instantsOf, writeFutures } from './futuresWrite.ts';
import { open, requireOrder } from './openPosition.ts';
import { lockFutures } from './positionsRepository.ts';
import { readLoggedPosition } from './receipts.ts';

// The embedded database runs one transaction at a time, so nothing happens in between.
const isEmbedded = (await usualEngine()) === 'pglite';
let desk: FuturesDesk;
let userId: UserId;
beforeAll(async () => {
  desk = await openFuturesDesk();
});
afterAll(() => desk.shut());
afterEach(async () => {
  const faults = [...(await desk.faults()), ...(await mismatches()).map((id) => `position ${id} is at another tick`)];
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** Ids of positions whose opening or end is at another tick than the last one at or before its instant. */
async function mismatches(): Promise<readonly number[]> {
  const tickAt = (instant: ReturnType<typeof sql>) => sql`(
    select seq from ticks t where t.series_id = p.series_id and t.at <= ${instant} order by t.at desc, t.seq desc limit 1
  )`;
  const rows = await rowsOf<{ id: string }>(
    desk.db,
    sql`select id::text as id from futures_positions p
      where p.open_seq <> ${tickAt(sql`p.opened_at`)} or p.opened_at < p.submitted_at
        or p.close_seq <> ${tickAt(sql`p.ended_at`)} or p.ended_at < p.opened_at`,
  );
  return rows.map(({ id }) => Number(id));
}
const isoNow = () => new Date(desk.clock.nowMs()).toISOString();
/** Late in the second after a tick, where a request waits for the next one. */
async function lateInASecond(): Promise<void> {
  await desk.tick('60000');
  desk.clock.advance(900);
}

function setSource(source: 'live' | 'simulated') {
  return desk.db.execute(sql`update price_series set source = ${source}, state = '{"sources":3}'`);
}

describe('a position', () => {
  it('opens and closes at the first tick after the request, and at its instant', async () => {
    userId = await desk.trader('1000');
    await lateInASecond();
    const askedAt = isoNow();
    const opening = desk.byClock.open(userId);
    await desk.tick('60100', 100);
    const position = await opening;
    expect(position).toMatchObject({ submittedAt: askedAt, openedAt: isoNow(), openTick: { price: '60100' } });
    await lateInASecond();
    const closing = desk.byClock.close(userId, position.id);
    await desk.tick('60200', 100);
    expect(await closing).toMatchObject({ status: 'closed', endedAt: isoNow(), closeTick: { price: '60200' } });
  });

  it('opens at a tick of the same instant', async () => {
    await desk.tick('60000');
    expect(await desk.byClock.open(userId)).toMatchObject({ openedAt: isoNow(), openTick: { at: isoNow() } });
  });

  it('opens and closes on live prices at a tick that is a second later', async () => {
    await setSource('live');
    await lateInASecond();
    const opening = desk.byClock.open(userId);
    await desk.tick('60100', 100);
    await desk.tick('60200');
    const position = await opening;
    expect(position).toMatchObject({ openTick: { price: '60200' }, terms: { entryDelayMs: 1000 } });
    await lateInASecond();
    const closing = desk.byClock.close(userId, position.id);
    await desk.tick('60300', 100);
    await desk.tick('60400');
    expect(await closing).toMatchObject({ status: 'closed', closeTick: { price: '60400' } });
    await setSource('simulated');
  });

  it('is not reversed before the delay of the terms in force, though it was opened on terms without one', async () => {
    await desk.tick('60000');
    const { id } = await desk.open(userId);
    await setSource('live');
    expect(await desk.refusalOf(desk.reverse(userId, id))).toBe('PRICE_STALE');
    expect(await desk.read(userId, id)).toMatchObject({ status: 'trading' });
    await setSource('simulated');
  });

  it('does not open when no tick comes', async () => {
    await lateInASecond();
    expect(await desk.refusalOf(desk.byClock.open(userId))).toBe('PRICE_STALE');
  });

  it.skipIf(isEmbedded)('is written with the tick that it was computed from, even if another one arrives', async () => {
    await desk.tick('60000');
    let id: PositionId | undefined;
    await writeFutures(desk.deps, {
      call: openPosition,
      caller: { user: { id: userId, sessionId: 1 }, language: 'en' },
      request: {},
      notice: 'CONTRACT_SUBMITTED',
      check: async () => ({ ...instantsOf({ atMs: desk.clock.nowMs() }), isMet: true }),
      buy: async (tx, limit, { askedMs, fromMs }) => {
        await desk.tick('60300');
        const which = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
        const current = await readCurrentTerms(tx, desk.clock.nowMs(), which);
        const order = requireOrder(current, { ...which, lots: 5, leverage: 20, side: 'long', kind: 'market' });
        const unnamed = { worstPrice: undefined, termsHash: undefined, clientRequestId: undefined };
        const done = await open(tx, current, { ...unnamed, userId, order, limit, askedMs, fromMs });
        id = done.answered;
        return done;
      },
    });
    expect(await desk.read(userId, id as PositionId)).toMatchObject({ openTick: { price: '60000' } });
  });
});

describe('on a loaded node', () => {
  let log: TestLog;
  beforeAll(async () => {
    log = await openTestLog(desk.db, desk.clock);
    await second('60000');
  });
  afterAll(() => log.close());
  async function second(price: string): Promise<void> {
    await desk.tick(price);
    await log.advance();
    await desk.advance();
  }

  it.skipIf(isEmbedded)('a position opens and closes at a logged tick from its request on', async () => {
    const trader = await desk.trader('1000');
    /** Requested late in a second; the next tick is logged, then the node is blocked while another one arrives. */
    const whileStuck = async <T>(ask: () => Promise<T>, price: string): Promise<T> => {
      await second('60000');
      desk.clock.advance(900);
      const done: { release(): void } = { release: () => undefined };
      const stuck = new Promise<void>((resolve) => {
        done.release = resolve;
      });
      let locked: (() => void) | undefined;
      const isLocked = new Promise<void>((resolve) => {
        locked = resolve;
      });
      const holding = desk.db.transaction(async (tx) => {
        await lockFutures(tx);
        locked?.();
        await stuck;
      });
      await isLocked;
      const asking = ask();
      await desk.tick(price, 100);
      await log.advance();
      await desk.tick('61000');
      // Long enough that the request has read the logged tick and waits for the lock.
      await new Promise((resolve) => setTimeout(resolve, 300));
      done.release();
      await holding;
      return asking;
    };
    const { id, openTick } = await whileStuck(() => desk.byClock.open(trader), '60010');
    expect(openTick).toMatchObject({ price: '60010' });
    await second('60000');
    const closed = await whileStuck(() => desk.byClock.close(trader, id), '60020');
    expect(closed).toMatchObject({ status: 'closed', closeTick: { price: '60020' } });
    await second('60000');
    const file = await readLoggedPosition(desk.db, log.head, trader, id);
    const { steps } = verifyPositionReceipt(file, log.policy);
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
  });
});
