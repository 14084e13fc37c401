/** Margin accounts of users in the form of the rules: what a tick touches, with everything that shares its margin. */
import { sql } from 'drizzle-orm';
import { crossLiquidationPrice, crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import {
  FUTURES_SHARES,
  liquidationPrice,
  reserveOf,
  type Position,
  type PositionSide,
} from '@halyard/contract/futures/position';
import { largestPromise, type Promised } from '@halyard/contract/houseLimits';
import { groupBy } from '@halyard/contract/groupBy';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { PricePoint } from '@halyard/contract/options/rules';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import { readBalance } from '../../ledger/ledger.ts';
import {
  IS_OPEN,
  selectOpen,
  selectPositions,
  toOpenPosition,
  toPendingOrder,
  type PositionRecord,
} from './positionsRepository.ts';

/** The last ticks by market. */
export type Marks = ReadonlyMap<number, PricePoint>;

/** An account of a user in a currency with the rows that it is made from. */
export type LoadedAccount = {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly account: MarginAccount;
  readonly records: ReadonlyMap<number, PositionRecord>;
};

/** All open positions and orders of a user in a currency. Locks the balance. */
export async function loadAccount(
  tx: Transaction,
  { userId, currencyId }: { readonly userId: UserId; readonly currencyId: CurrencyId },
  marks: Marks,
): Promise<LoadedAccount> {
  const records = await selectOpen(tx, userId, currencyId);
  const balances = await lockBalances(tx, [userId]);
  return accountOf(records, { userId, currencyId, marks, balance: balances.get(`${userId} ${currencyId}`) ?? ZERO });
}

/** The same for display, without locks. */
export async function readAccount(
  reader: Reader,
  { userId, currencyId }: { readonly userId: UserId; readonly currencyId: CurrencyId },
  marks: Marks,
): Promise<LoadedAccount> {
  const [records, { available }] = await Promise.all([
    selectOpen(reader, userId, currencyId),
    readBalance(reader, { userId, kind: 'futures', currencyId }),
  ]);
  return accountOf(records, { userId, currencyId, marks, balance: available });
}

/** The accounts of these rows, each with all cross positions of its user if one of them is cross. */
export async function completeAccounts(
  tx: Transaction,
  touched: readonly PositionRecord[],
  marks: Marks,
): Promise<LoadedAccount[]> {
  const crossUsers = [...new Set(touched.filter(({ mode }) => mode === 'cross').map(({ userId }) => userId))];
  const cross = crossUsers.length === 0 ? [] : await selectCross(tx, crossUsers);
  const balances = crossUsers.length === 0 ? new Map<string, Decimal>() : await lockBalances(tx, crossUsers);
  const records = new Map([...touched, ...cross].map((record) => [record.id, record]));
  const sorted = [...records.values()].toSorted((a, b) => a.id - b.id);
  const groups = groupBy(sorted, ({ userId, currencyId }) => `${userId} ${currencyId}`);
  return [...groups].map(([key, group]) => {
    const [{ userId, currencyId }] = group;
    return accountOf(group, { userId, currencyId, marks, balance: balances.get(key) ?? ZERO });
  });
}

function accountOf(
  records: readonly PositionRecord[],
  owner: Pick<LoadedAccount, 'userId' | 'currencyId'> & { readonly marks: Marks; readonly balance: Decimal },
): LoadedAccount {
  const { userId, currencyId, marks, balance } = owner;
  return {
    userId,
    currencyId,
    account: {
      balance,
      positions: records.filter(({ status }) => status === 'trading').map(toOpenPosition),
      pending: records.filter(({ status }) => status === 'pending').map(toPendingOrder),
      marks,
    },
    records: new Map(records.map((record) => [record.id, record])),
  };
}

function selectCross(tx: Transaction, users: readonly UserId[]): Promise<PositionRecord[]> {
  return selectPositions(
    tx,
    sql`where p.user_id = any(${sql.param(users)}::int[]) and ${IS_OPEN} and p.status = 'trading' and p.mode = 'cross' order by p.id`,
  );
}

/**
 * Available balances of users, by user and currency, locked in the ledger's order of accounts, so that a loss is
 * measured by the current balance and concurrent postings wait.
 */
async function lockBalances(tx: Transaction, users: readonly UserId[]): Promise<Map<string, Decimal>> {
  const rows = await rowsOf<{ user_id: number; currency_id: number; available: string }>(
    tx,
    sql`select user_id, currency_id, available::text as available from ledger_accounts
      where user_id = any(${sql.param(users)}::int[]) and kind = 'futures'
      order by user_id::text collate "C", currency_id for update`,
  );
  return new Map(rows.map((row) => [`${row.user_id} ${row.currency_id}`, decimal(row.available)]));
}

type Opening = { readonly position: Position; readonly entryPrice: Decimal; readonly paid: Decimal };

/** Undefined when there is none. `paid` is what opening takes from the balance. */
export function liquidationOf(account: MarginAccount, { position, entryPrice, paid }: Opening): Decimal | undefined {
  if (position.mode === 'isolated') return liquidationPrice(position);
  const { balance, marked } = crossOf(account);
  const mine = { position, price: entryPrice };
  return crossLiquidationPrice({ balance: subtract(balance, paid), marked: [...marked, mine] }, mine);
}

/** The position that a pending order becomes at its target. */
export function pendingPosition(record: PositionRecord): Position {
  const { targetPrice, ...order } = toPendingOrder(record);
  const { side, margin, quantity } = order;
  const { terms } = record;
  const reserve = reserveOf({ side, margin, notional: multiply(targetPrice, quantity) }, terms);
  return { ...order, entryPrice: targetPrice, originMargin: margin, reserve, terms };
}

/** Of a pending order at its target: margin and fee are held already. */
export function pendingLiquidation(account: MarginAccount, record: PositionRecord): Decimal | undefined {
  const position = pendingPosition(record);
  return liquidationOf(account, { position, entryPrice: position.entryPrice, paid: ZERO });
}

// The house's side of futures while positions are processed: its capital and its promises.

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
    // Two sums, each by an index of its own.
    sql`select (
          select coalesce(sum(reserve), 0)::text from futures_positions
          where user_id = ${userId} and status = 'trading' and currency_id = ${currencyId}
        ) as of_user, (
          select coalesce(sum(reserve), 0)::text from futures_positions
          where market_id = ${marketId} and side = ${side} and status = 'trading' and currency_id = ${currencyId}
        ) as of_side`,
  );
  const { available, held, capital } = await readCapital(reader, currencyId);
  return { capital, available, user: decimalOrZero(row?.of_user), side: decimalOrZero(row?.of_side), all: held };
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
