// Options keep the books through random operations on both engines: purchases with all checks, prices, gaps, ends and
// transfers, and the same rolled back in the middle of their transaction. After each operation the held amounts match
// the open options.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal, multiply, type Decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { cutOffAt, CutOffError } from '../../testing/cutOff.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { findPostingFaults } from '../../testing/optionBooks.ts';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';
import { marketIdOf, OTHER_SYMBOL, SYMBOL } from '../../testing/optionMarket.ts';
import { createRandom } from '../../testing/seededRandom.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { createTransfers } from '../wallet/transferFunds.ts';
import { purchase } from './purchase.ts';
import { settleMarket } from './settleMarket.ts';

const OPERATIONS = isThorough ? 100_000 : 300;
const SYMBOLS = [SYMBOL, OTHER_SYMBOL] as const;
/** More statements than any operation has, so that some are rolled back right before their commit. */
const STATEMENTS_MAX = 16;
/** In addition to one of each operation that writes. */
const OFTEN = ['buy', 'buy', 'tick', 'tick', 'tick', 'tick', 'gap', 'even', 'fund'] as const;
/** Refusals that an operation may cause; anything else is a fault. */
const REFUSALS = ['INSUFFICIENT_BALANCE', 'OPTIONS_TOO_MANY', 'PRICE_STALE', 'RATE_LIMITED', 'HOUSE_LIMIT'];

async function mayBeRefused(work: Promise<unknown>, isCutOff: boolean): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isCutOff && error instanceof CutOffError) return 'cut off';
    if (error instanceof BusinessError && REFUSALS.includes(error.code)) return error.code;
    throw error;
  }
  if (isCutOff) return 'nothing to do';
  return 'done';
}

describe.each(await testEnginesByNight())('the books of options on %s', (engine) => {
  let desk: OptionDesk;
  let users: UserId[];
  beforeAll(async () => {
    desk = await openOptionDesk('2000000', engine);
    users = await Promise.all(Array.from({ length: 5 }, () => desk.verified('20000')));
  });
  afterAll(() => desk.close());

  /** Held amounts of accounts and sums by side beside those of the open options. */
  async function holds() {
    const [row] = await rowsOf<Record<'users' | 'stakes' | 'house' | 'payouts' | 'sides', string>>(
      desk.db,
      sql`select coalesce((select sum(held) from ledger_accounts where kind = 'option'), 0)::text as users,
          coalesce((select sum(held) from ledger_accounts where kind = 'options' and user_id is null), 0)::text as house,
          (select coalesce(sum(payout), 0)::text from option_sides) as sides,
          coalesce(sum(stake + fee), 0)::text as stakes, coalesce(sum(payout), 0)::text as payouts
        from options where settled_at is null`,
    );
    if (row === undefined) throw new Error('nothing was read');
    const { house, payouts, sides, stakes, users: ofUsers } = row;
    const is = [decimal(ofUsers), decimal(house), decimal(sides)];
    return { is, says: [decimal(stakes), decimal(payouts), decimal(payouts)] };
  }

  it('hold the money of open options after each of many operations', async () => {
    const random = createRandom(20_261_126);
    const { db, clock, deps } = desk;
    const amount = (): Decimal => multiply(decimal(String(1_000_000 + random.below(99_000_000))), decimal('0.00001'));
    const settled = (over: Database, symbol: string) =>
      marketIdOf(db, symbol).then((id) => {
        if (id === undefined) throw new Error(`there is no market ${symbol}`);
        return settleMarket({ ...deps, db: over }, id);
      });
    const price = () => `${60_000 + random.below(3)}.0${random.below(2)}`;
    const tickAll = async (ms: number) => {
      const atMs = clock.nowMs() + ms;
      for (const symbol of SYMBOLS) await desk.tickAt(atMs, price(), symbol);
    };
    const writes = {
      buy: async (over: Database) => {
        const request = desk.request({
          marketId: await marketIdOf(db, random.of(SYMBOLS)),
          direction: random.of(['up', 'down']),
          seconds: random.of([30, 60, 120, 180, 300]),
          stake: amount(),
        });
        return purchase({ ...deps, db: over }, random.of(users), request);
      },
      settle: async (over: Database) => {
        await tickAll(random.of([0, 10_000, 30_000]));
        return settled(over, random.of(SYMBOLS));
      },
      transfer: (over: Database) => {
        const [from, to] = random.of([
          ['spot', 'option'],
          ['option', 'spot'],
        ] as const);
        const request = { currencyId: CURRENCY.USDT, from, to, amount: amount() };
        const caller = { user: { id: random.of(users), sessionId: 0 }, language: 'en' } as const;
        return createTransfers({ ...deps, db: over, transferGuards: [] })(caller, request);
      },
    };
    const prices = {
      tick: () => tickAll(random.of([0, 300, 1000, 2000])),
      // On average users lose, and users without money can do nothing.
      fund: () => {
        const account = accountOf(random.of(users), CURRENCY.USDT, 'option');
        return db.transaction((tx) => postEntries(tx, [deposit(account, '200')]));
      },
      gap: () => tickAll(random.of([29_000, 31_000, 300_000])),
      // The ratio dates from another day, so it is bought without the checks.
      even: () =>
        desk.buy(random.of(users), { direction: 'even', stake: '10', feeRate: '1', symbol: random.of(SYMBOLS) }),
    };
    await tickAll(0);
    const became = new Map<string, number>();
    for (let operation = 1; operation <= OPERATIONS; operation += 1) {
      const name = random.of([...Object.keys(writes), ...OFTEN]);
      const isCutOff = random.below(4) === 0;
      const over = isCutOff ? cutOffAt(db, random.below(STATEMENTS_MAX)) : db;
      const end = await (name in writes
        ? mayBeRefused(writes[name as keyof typeof writes](over), isCutOff)
        : mayBeRefused(prices[name as keyof typeof prices](), false));
      became.set(`${name} ${end}`, (became.get(`${name} ${end}`) ?? 0) + 1);
      const { is, says } = await holds();
      expect({ operation, name, holds: is }).toEqual({ operation, name, holds: says });
      if (operation % Math.floor(OPERATIONS / 8) === 0) expect(await desk.faults()).toEqual([]);
    }
    await tickAll(301_000);
    for (const symbol of SYMBOLS) await settled(db, symbol);
    expect((await holds()).is).toEqual(['0', '0', '0']);
    expect(await desk.faults()).toEqual([]);
    expect(await findPostingFaults(db)).toEqual([]);
    expect(await countedResults(db)).toEqual(await recountedResults(db));
    for (const name of ['buy', 'settle', 'transfer']) {
      expect(became.get(`${name} done`)).toBeGreaterThan(5);
      expect(became.get(`${name} cut off`)).toBeGreaterThan(0);
    }
  });
});

/** The stored counts of results, by market and group. */
function countedResults(db: Database) {
  return rowsOf(
    db,
    sql`select market_id, kind, seconds, ratio, won::int as won, lost::int as lost, tied::int as tied, voided::int as voided,
        trim_scale(expected)::text as expected, trim_scale(variance)::text as variance
      from option_results order by 1, 2, 3, 4`,
  );
}

/** The same from the options themselves. */
function recountedResults(db: Database) {
  const [chance, isDecided] = [sql`((terms ->> 'even_chance')::numeric * 0.01)`, sql`result in ('win', 'lose')`];
  return rowsOf(
    db,
    sql`select market_id, terms ->> 'kind' as kind, seconds,
        case when terms ->> 'even_chance' is null then terms ->> 'profit_ratio' end as ratio,
        count(*) filter (where result = 'win')::int as won, count(*) filter (where result = 'lose')::int as lost,
        count(*) filter (where result = 'tie')::int as tied, count(*) filter (where result = 'void')::int as voided,
        trim_scale(coalesce(sum(${chance}) filter (where ${isDecided}), 0))::text as expected,
        trim_scale(coalesce(sum(${chance} * (1 - ${chance})) filter (where ${isDecided}), 0))::text as variance
      from options where settled_at is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
}
