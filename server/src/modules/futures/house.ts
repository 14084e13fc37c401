/** The house's side of contracts while positions are worked on: what it has, and what it has promised. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { PositionSide } from '@halyard/contract/futures/position';
import { FUTURES_SHARES } from '@halyard/contract/futures/position';
import { largestPromise, type Promised } from '@halyard/contract/houseLimits';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/balances.ts';

/** Whose promise, where. */
export type Side = {
  readonly currencyId: CurrencyId;
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly userId: UserId;
};

/** What the house has for contracts in a currency. */
export async function readCapital(reader: Reader, currencyId: CurrencyId) {
  const { available, held } = await readBalance(reader, { house: 'contracts', currencyId });
  return { available, held, capital: add(available, held) };
}

/** What insurance has in a currency. */
export async function readInsurance(reader: Reader, currencyId: CurrencyId): Promise<Decimal> {
  return (await readBalance(reader, { house: 'insurance', currencyId })).available;
}

/** What is promised already. To rely on it, hold the lock of contracts. */
export async function readPromised(reader: Reader, { currencyId, marketId, side, userId }: Side): Promise<Promised> {
  const [row] = await rowsOf<{ of_user: string; of_side: string }>(
    reader,
    sql`select coalesce(sum(reserve) filter (where user_id = ${userId}), 0)::text as of_user,
        coalesce(sum(reserve) filter (where market_id = ${marketId} and side = ${side}), 0)::text as of_side
      from contract_positions where status = 'trading' and currency_id = ${currencyId}
        and (user_id = ${userId} or (market_id = ${marketId} and side = ${side}))`,
  );
  const { available, held, capital } = await readCapital(reader, currencyId);
  const amountOf = (text: string | undefined) => (text === undefined ? ZERO : decimal(text));
  return { capital, available, user: amountOf(row?.of_user), side: amountOf(row?.of_side), all: held };
}

/** The largest reserve that the house sets aside now. */
export function largestReserve(promised: Promised): Decimal {
  return largestPromise(FUTURES_SHARES, promised);
}

/** Changes of what the house has promised and has, in the order in which positions are worked on. */
export type HouseLedger = {
  /** Whether the house takes a reserve on; then it is promised. */
  grant(side: Side, reserve: Decimal): boolean;
  /** A position has closed: its reserve is free, and the house has so much more of its own (or less). */
  release(side: Side, reserve: Decimal, gained: Decimal): void;
  insuranceOf(currencyId: CurrencyId): Decimal;
  changeInsurance(currencyId: CurrencyId, by: Decimal): void;
};

/** Reads what is needed for these orders that may open, and for currencies in which positions may close. */
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

  // A change of one promise shows in all that share its currency, its user or its side.
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
