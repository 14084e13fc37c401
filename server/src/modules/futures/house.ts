/** The house's side of futures while positions are processed: its capital and its promises. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { type PositionSide, FUTURES_SHARES } from '@halyard/contract/futures/position';
import { largestPromise, type Promised } from '@halyard/contract/houseLimits';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/balances.ts';

/** A user, market, currency and side. */
export type Side = {
  readonly currencyId: CurrencyId;
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly userId: UserId;
};

/** The house's capital for futures in a currency. */
export async function readCapital(reader: Reader, currencyId: CurrencyId) {
  const { available, held } = await readBalance(reader, { house: 'contracts', currencyId });
  return { available, held, capital: add(available, held) };
}

/** The balance of the insurance in a currency. */
export async function readInsurance(reader: Reader, currencyId: CurrencyId): Promise<Decimal> {
  return (await readBalance(reader, { house: 'insurance', currencyId })).available;
}

/** Reserves promised so far. Reliable only under the futures lock. */
export async function readPromised(reader: Reader, { currencyId, marketId, side, userId }: Side): Promise<Promised> {
  const [row] = await rowsOf<{ of_user: string; of_side: string }>(
    reader,
    sql`select coalesce(sum(reserve) filter (where user_id = ${userId}), 0)::text as of_user,
        coalesce(sum(reserve) filter (where market_id = ${marketId} and side = ${side}), 0)::text as of_side
      from futures_positions where status = 'trading' and currency_id = ${currencyId}
        and (user_id = ${userId} or (market_id = ${marketId} and side = ${side}))`,
  );
  const { available, held, capital } = await readCapital(reader, currencyId);
  const amountOf = (text: string | undefined) => (text === undefined ? ZERO : decimal(text));
  return { capital, available, user: amountOf(row?.of_user), side: amountOf(row?.of_side), all: held };
}

/** The largest reserve that the house accepts now. */
export function largestReserve(promised: Promised): Decimal {
  return largestPromise(FUTURES_SHARES, promised);
}

/** Changes of the house's promises and capital, in the order in which positions are processed. */
export type HouseLedger = {
  /** Whether the house accepts a reserve; if so, it is promised. */
  grant(side: Side, reserve: Decimal): boolean;
  /** Releases the reserve of a closed position and adds the house's gain (or loss). */
  release(side: Side, reserve: Decimal, gained: Decimal): void;
  insuranceOf(currencyId: CurrencyId): Decimal;
  changeInsurance(currencyId: CurrencyId, by: Decimal): void;
};

/** Reads the promises for orders that may open, and the insurance of currencies in which positions may close. */
export async function openHouseLedger(
  reader: Reader,
  { orders, currencies }: { readonly orders: readonly Side[]; readonly currencies: readonly CurrencyId[] },
): Promise<HouseLedger> {
  const insurance = new Map<CurrencyId, Decimal>();
  for (const id of new Set(currencies)) insurance.set(id, await readInsurance(reader, id));
  const promises = new Map<string, Promised>();
  for (const order of orders) {
    if (!promises.has(keyOf(order))) promises.set(keyOf(order), await readPromised(reader, order));
  }
  const sides = new Map(orders.map((order) => [keyOf(order), order]));

  // A change of one promise affects all that share its currency, user or side.
  const change = (of: Side, reserve: Decimal, gained: Decimal) => {
    for (const [key, promised] of promises) {
      const other = sides.get(key);
      if (other?.currencyId !== of.currencyId) continue;
      promises.set(key, {
        capital: add(promised.capital, gained),
        available: add(subtract(promised.available, reserve), gained),
        all: add(promised.all, reserve),
        user: other.userId === of.userId ? add(promised.user, reserve) : promised.user,
        side: other.marketId === of.marketId && other.side === of.side ? add(promised.side, reserve) : promised.side,
      });
    }
  };
  return {
    grant(side, reserve) {
      const promised = promises.get(keyOf(side));
      if (promised === undefined) throw new Error('an order opens that was not looked for');
      if (compare(reserve, largestReserve(promised)) > 0) return false;
      change(side, reserve, ZERO);
      return true;
    },
    release: (side, reserve, gained) => change(side, subtract(ZERO, reserve), gained),
    insuranceOf: (currencyId) => insurance.get(currencyId) ?? ZERO,
    changeInsurance: (currencyId, by) => void insurance.set(currencyId, add(insurance.get(currencyId) ?? ZERO, by)),
  };
}

function keyOf({ currencyId, marketId, side, userId }: Side): string {
  return `${currencyId} ${marketId} ${side} ${userId}`;
}
