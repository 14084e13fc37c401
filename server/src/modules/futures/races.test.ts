// On both engines a position closes once when its user closes it while a tick liquidates it, on PostgreSQL truly
// concurrently from two nodes: one of the two happens, the other is refused, and the money matches; users who open
// concurrently never exceed the house's limits; and their actions while prices are being logged can be proved by the
// log. THOROUGH=1 runs the first one 10,000 times.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { verifyPositionReceipt } from '@halyard/contract/transparency/verifyPositionReceipt';
import { add, compare, decimal, multiply, type Decimal } from '@halyard/contract/money';
import { FUTURES_SHARES } from '@halyard/contract/futures/position';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../../calls/callHandler.ts';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { createRandom } from '../../testing/seededRandom.ts';
import { createPostgresDatabase, openTestDatabaseOn, testEngines } from '../../testing/testDatabase.ts';
import { openTestLog } from '../../testing/testLog.ts';
import { advanceAll } from './futuresWrite.ts';
import { readLoggedPosition } from './receipts.ts';

const TRIALS = isThorough ? 10_000 : 10;
const LOGGED_ROUNDS = isThorough ? 200 : 3;
const HUNDREDTH = decimal('0.01');

/** A database, and a second connection to it for the other node, which the embedded one lacks. */
async function openTwice(engine: OpenDatabase['engine']): Promise<{ database: OpenDatabase; other: Database }> {
  if (engine === 'pglite') {
    const database = await openTestDatabaseOn(engine);
    return { database, other: database.db };
  }
  const { url, drop } = await createPostgresDatabase();
  const [database, second] = [await openDatabase({ databaseUrl: url }), await openDatabase({ databaseUrl: url })];
  const close = async () => {
    await second.close();
    await database.close();
    await drop();
  };
  return { database: { ...database, close }, other: second.db };
}

/** A user who is asked to look at the price again does so. Seconds may pass faster here than a statement runs. */
async function againWhileStale<T>(act: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof BusinessError && error.code === 'PRICE_STALE')) throw error;
    }
}

type Shares = { readonly user?: UserId; readonly side?: 'long' | 'short' };

/** The house's promises to a user, on a side, or in all. */
async function promised(desk: FuturesDesk, { user, side }: Shares): Promise<Decimal> {
  const [row] = await rowsOf<{ reserve: string }>(
    desk.db,
    sql`select coalesce(sum(reserve), 0)::text as reserve from futures_positions where status = 'trading'
      and (${user ?? null}::int is null or user_id = ${user ?? null}) and (${side ?? null}::text is null or side = ${side ?? null})`,
  );
  return decimal(row?.reserve ?? '0');
}

describe.each(await testEngines())('at the same time on %s', (engine) => {
  it('a user and a tick close a position once', async () => {
    const { database, other } = await openTwice(engine);
    const desk = await openFuturesDesk({ database });
    const random = createRandom(11);
    const user = await desk.trader('1000000');
    const ends = { user: 0, liquidation: 0 };
    for (let trial = 0; trial < TRIALS; trial += 1) {
      await desk.tick('60000');
      const { id } = await desk.open(user);
      const before = await desk.balance(user);
      const [userMs, tickMs] = [random.below(8), random.below(8)];
      const liquidate = async () => {
        await pause(tickMs);
        await desk.tick('58000', 1);
        await advanceAll({ ...desk.deps, db: other }, async () => undefined);
      };
      // The first two trials run one after the other, so that both outcomes are seen on any machine.
      const close = async () => {
        if (trial === 1) await liquidate();
        await pause(userMs);
        return desk.close(user, id);
      };
      const [closing] = await Promise.allSettled([close(), trial > 1 && liquidate()]);
      if (trial === 0) await liquidate();
      const { status, closeReason, returned } = await desk.read(user, id);
      const expected =
        closing.status === 'fulfilled'
          ? { closeReason: 'user', returned: '149.43' }
          : { closeReason: 'liquidation', returned: '49.43' };
      expect({ trial, status, closeReason, returned }).toEqual({ trial, status: 'closed', ...expected });
      if (closing.status === 'rejected') expect(closing.reason).toMatchObject({ code: 'POSITION_NOT_OPEN' });
      expect(await desk.balance(user)).toBe(`${add(decimal(before.split('+')[0] ?? ''), returned)}+0`);
      const entries = await rowsOf(
        desk.db,
        sql`select kind from ledger_entries where reference = ${`position:${id}`} and kind in ('contract_close', 'contract_liquidation')`,
      );
      expect(entries).toHaveLength(1);
      ends[closing.status === 'fulfilled' ? 'user' : 'liquidation'] += 1;
    }
    expect(await desk.faults()).toEqual([]);
    expect(ends.user).toBeGreaterThan(0);
    expect(ends.liquidation).toBeGreaterThan(0);
    await desk.shut();
  });

  it('concurrent openings respect the limits of the house', async () => {
    const { database, other } = await openTwice(engine);
    // 2 % for an order, 5 % for a user, 20 % for a side and 80 % for all.
    const desk = await openFuturesDesk({ database, capital: '100000' });
    const users: UserId[] = [];
    for (let count = 0; count < 8; count += 1) users.push(await desk.trader('100000'));
    await desk.tick('60000');
    const most = (share: keyof typeof FUTURES_SHARES) =>
      multiply(multiply(decimal('100000'), decimal(FUTURES_SHARES[share])), HUNDREDTH);
    const openAll = async (lots: number, side: 'long' | 'short') => {
      const tries = users.flatMap((user, index) =>
        [desk.on(other), desk].map((node) => node.open(user, { lots: lots + (index % 2), side })),
      );
      const codes = (await Promise.allSettled(tries)).map((one) =>
        one.status === 'fulfilled' ? 'opened' : (one.reason as { readonly code?: string }).code,
      );
      expect(new Set([...codes, 'opened', 'HOUSE_LIMIT'])).toEqual(new Set(['opened', 'HOUSE_LIMIT']));
      return codes.filter((code) => code === 'opened').length;
    };
    const opened: number[] = [];
    for (const [lots, side] of [
      [8, 'long'],
      [7, 'long'],
      [5, 'long'],
      [5, 'short'],
      [5, 'short'],
      [2, 'short'],
    ] as const) {
      opened.push(await openAll(lots, side));
      for (const user of users) expect(compare(await promised(desk, { user }), most('user'))).toBeLessThanOrEqual(0);
      for (const one of ['long', 'short'] as const) {
        expect(compare(await promised(desk, { side: one }), most('side'))).toBeLessThanOrEqual(0);
      }
      expect(compare(await promised(desk, {}), most('all'))).toBeLessThanOrEqual(0);
      expect(await desk.faults()).toEqual([]);
    }
    // One order alone: nine lots reserve more than 2 %, seven do not.
    expect(opened[0]).toBe(0);
    expect(opened[1]).toBeGreaterThan(0);
    await desk.shut();
  });

  // The embedded database runs one transaction at a time.
  it.skipIf(engine === 'pglite')('what users do stands in the log before the tick after it', async () => {
    const { database, other } = await openTwice(engine);
    const desk = await openFuturesDesk({ database });
    const log = await openTestLog(database.db, desk.clock);
    const random = createRandom(12);
    const second = async () => {
      await desk.tick(String(59_990 + random.below(20)));
      await pause(random.below(4));
      await log.advance();
    };
    /** Seconds pass for as long as they act. */
    const during = async (acts: readonly (() => Promise<unknown>)[]) => {
      const state = { isOver: false };
      const acting = Promise.all(acts.map(againWhileStale)).finally(() => {
        state.isOver = true;
      });
      while (!state.isOver) await second();
      await acting;
    };
    await second();
    type Held = { readonly user: UserId; readonly id: PositionId };
    const [held, closed]: [Held[], Held[]] = [[], []];
    const nodes = [desk, desk.on(other)];
    /** Closes all but the last few: files of long-lived positions do not contain all of their ticks. */
    const closings = (left: number) =>
      held.splice(0, Math.max(0, held.length - left)).map((position, index) => async () => {
        await (nodes[index % 2] ?? desk).close(position.user, position.id);
        closed.push(position);
      });
    for (let round = 0; round < LOGGED_ROUNDS; round += 1) {
      const users = [await desk.trader('1000'), await desk.trader('1000')];
      const opens = users.map((user, index) => async () => {
        const { id } = await (nodes[index] ?? desk).open(user);
        held.push({ user, id });
      });
      const closes = closings(4);
      const stops = held.map(
        ({ user, id }) =>
          () =>
            desk.on(other).setStops(user, id, { loss: '59000' }),
      );
      await during([...opens, ...stops, ...closes]);
    }
    await during(closings(0));
    await second();
    for (const { user, id } of closed) {
      const file = await readLoggedPosition(database.db, log.head, user, id);
      const { steps } = verifyPositionReceipt(file, log.policy);
      expect(steps.filter(({ state }) => state !== 'passed')).toEqual([]);
    }
    log.close();
    await desk.shut();
  });
});
