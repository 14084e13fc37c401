// Positions keep the books through random operations on both engines: all user actions, real transfers in and out,
// ticks of two markets with jumps, midnights, and the same rolled back in the middle of their transaction. After each
// operation the held amounts match the open rows, and no balance is negative. THOROUGH=1 does 100,000 of them on each
// engine, or as many as OPERATIONS sets.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../../calls/callHandler.ts';
import { createCatalogue } from '../../catalogue.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { readCount } from '../../operator/command.ts';
import { BTC, ETH, findHoldFaults, openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { cutOffAt, CutOffError } from '../../testing/cutOff.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { createRandom } from '../../testing/seededRandom.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { createTransfers } from '../wallet/transferFunds.ts';
import { advanceAll } from './futuresWrite.ts';
import { transferGuard } from './index.ts';

const MANY = readCount(process.env['OPERATIONS'] ?? '100000', 'OPERATIONS', 10_000_000);
const OPERATIONS = isThorough ? { pglite: MANY, postgres: MANY } : { pglite: 200, postgres: 500 };
const FULL_EVERY = isThorough ? 1000 : 1;
/** More statements than any operation has, so that some are rolled back right before their commit. */
const STATEMENTS_MAX = 40;
/** In addition to one of each operation that writes. */
const OFTEN = ['open', 'open', 'open', 'tick', 'tick', 'tick', 'tick', 'tick', 'jump', 'night', 'fund'] as const;
/** Refusals that an operation may cause; anything else is a fault. */
const REFUSALS = (
  'HOUSE_LIMIT INSUFFICIENT_BALANCE LEVERAGE_INVALID LOTS_TOO_MANY MARGIN_MODE_CROSS POSITION_NOT_OPEN ' +
  'POSITIONS_TOO_MANY STOP_LOSS_BEYOND_LIQUIDATION STOP_LOSS_SIDE STOP_PROFIT_SIDE'
).split(' ');

/** No row was available for the operation. */
const NOTHING = Symbol('nothing');

async function mayBeRefused(work: Promise<unknown>, isCutOff: boolean): Promise<string> {
  try {
    if ((await work) === NOTHING) return 'nothing to do';
  } catch (error) {
    if (isCutOff && error instanceof CutOffError) return 'cut off';
    if (error instanceof BusinessError && REFUSALS.includes(error.code)) return error.code;
    throw error;
  }
  return isCutOff ? 'not cut off' : 'done';
}

describe.each(await testEnginesByNight())('the books of contracts on %s', (engine) => {
  let desk: FuturesDesk;
  let users: UserId[];
  beforeAll(async () => {
    desk = await openFuturesDesk({ engine, capital: '400000', insurance: '500' });
    users = [];
    for (let count = 0; count < 5; count += 1) users.push(await desk.trader('3000'));
  });
  afterAll(() => desk.shut());

  it('hold the money of open positions after each of many operations', async () => {
    const random = createRandom(20_261_127);
    const { db, deps } = desk;
    const prices = { [BTC]: 60_000, [ETH]: 3000 };
    const home = { ...prices };
    const nearby = (symbol: keyof typeof prices, percent: number) =>
      Math.round(prices[symbol] * (1 + (percent / 1000) * (random.below(2001) - 1000) * 0.01));
    const say = async (percent: number, afterMs: number) => {
      for (const symbol of [BTC, ETH] as const) {
        prices[symbol] = Math.round(nearby(symbol, percent) + (home[symbol] - prices[symbol]) / 20);
        await desk.tick(`${prices[symbol]}.${random.below(100)}`, symbol === BTC ? afterMs : 0, symbol);
      }
    };
    const someRow = async (status: string) => {
      const rows = await rowsOf<{ id: string; user_id: number; lots: number }>(
        db,
        sql`select id::text as id, user_id, lots from futures_positions p where status = ${status} order by p.id`,
      );
      const row = rows.length === 0 ? undefined : random.of(rows);
      return row && { own: [row.user_id as UserId, Number(row.id) as PositionId] as const, lots: row.lots };
    };
    const onPosition =
      (act: (acts: ReturnType<FuturesDesk['on']>, row: NonNullable<Awaited<ReturnType<typeof someRow>>>) => unknown) =>
      async (over: Database) => {
        const row = await someRow('trading');
        return row === undefined ? NOTHING : act(desk.on(over), row);
      };
    const writes = {
      open: (over: Database) => {
        const symbol = random.of([BTC, ETH] as const);
        return desk.on(over).open(random.of(users), {
          symbol,
          side: random.of(['long', 'short']),
          mode: random.of(['isolated', 'cross']),
          lots: 1 + random.below(10),
          leverage: random.of([2, 5, 20, 50]),
          ...(random.below(3) === 0 && { kind: 'limit' as const, targetPrice: decimal(`${nearby(symbol, 3)}`) }),
          ...(random.below(4) === 0 && { takeProfit: decimal(`${nearby(symbol, 5)}`) }),
          ...(random.below(4) === 0 && { stopLoss: decimal(`${nearby(symbol, 3)}`) }),
        });
      },
      close: onPosition((acts, { own }) => acts.close(...own)),
      part: onPosition((acts, { own, lots }) => acts.close(...own, 1 + random.below(lots))),
      reverse: onPosition((acts, { own }) => acts.reverse(...own)),
      increaseMargin: onPosition((acts, { own }) => acts.addMargin(...own, `${1 + random.below(200)}.00000001`)),
      stops: onPosition((acts, { own }) =>
        acts.setStops(...own, { loss: `${nearby(BTC, 5)}`, profit: `${nearby(BTC, 5)}` }),
      ),
      cancel: async (over: Database) => {
        const row = await someRow('pending');
        return row === undefined ? NOTHING : desk.on(over).cancel(...row.own);
      },
      transfer: (over: Database) => {
        const [from, to] = random.of([
          ['spot', 'futures'],
          ['futures', 'spot'],
        ] as const);
        const amount = decimal(`${1 + random.below(800)}.12345678`);
        const caller = { user: { id: random.of(users), sessionId: 0 }, language: 'en' } as const;
        const request = { currencyId: CURRENCY.USDT, from, to, amount };
        const transfer = createTransfers({
          ...deps,
          events: desk.events,
          catalogue: createCatalogue({ ...deps, events: desk.events }),
          db: over,
          transferGuards: [transferGuard],
        });
        return transfer(caller, request);
      },
      advance: async (over: Database) => {
        // Far enough that it mostly touches a position: ticks that touch nothing are one statement, which cannot be
        // rolled back in the middle.
        await say(4, 1000);
        await advanceAll({ ...deps, db: over }, async () => undefined);
      },
    };
    const always = {
      tick: () => say(0.7, random.of([0, 300, 1000])),
      jump: () => say(6, 1000),
      night: () => say(0.7, random.of([3_600_000, 40_000_000, 100_000_000])),
      fund: () =>
        db.transaction((tx) =>
          postEntries(tx, [deposit(accountOf(random.of(users), CURRENCY.USDT, 'futures'), '300')]),
        ),
    };
    const became = new Map<string, number>();
    for (let operation = 1; operation <= OPERATIONS[engine]; operation += 1) {
      const name = random.of([...Object.keys(writes), ...OFTEN]);
      const isCutOff = random.below(5) === 0;
      const over = isCutOff ? cutOffAt(db, random.below(STATEMENTS_MAX)) : db;
      const end = await (name in writes
        ? mayBeRefused(writes[name as keyof typeof writes](over), isCutOff)
        : mayBeRefused(always[name as keyof typeof always](), false));
      became.set(`${name} ${end}`, (became.get(`${name} ${end}`) ?? 0) + 1);
      // Checking all books takes longer the more rows there are.
      const faults = operation % FULL_EVERY === 0 ? await desk.faults() : await findHoldFaults(db);
      expect({ operation, name, end, faults }).toEqual({ operation, name, end, faults: [] });
    }
    await advanceAll(deps, async () => undefined);
    expect(await desk.faults()).toEqual([]);
    for (const name of Object.keys(writes)) {
      expect(became.get(`${name} done`), name).toBeGreaterThan(0);
    }
    // Ticks that touch nothing are one statement, which cannot be rolled back in the middle.
    const cutOff = ['open', 'transfer', ...(isThorough ? ['advance'] : [])];
    for (const name of cutOff) expect(became.get(`${name} cut off`), name).toBeGreaterThan(0);
  });
});
