/** Margin accounts of users in the form of the rules: what a tick touches, with everything that shares its margin. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal, ZERO, type Decimal, multiply, subtract } from '@halyard/contract/money';
import { type MarginAccount, crossOf } from '@halyard/contract/futures/account';
import type { PricePoint } from '@halyard/contract/options/rules';
import { crossLiquidationPrice } from '@halyard/contract/futures/cross';
import { liquidationPrice, reserveOf, type Position } from '@halyard/contract/futures/position';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { readBalance } from '../../ledger/balances.ts';
import {
  toOpenPosition,
  toPendingOrder,
  type PositionRecord,
  IS_OPEN,
  selectOpen,
  selectPositions,
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
  const groups = new Map<string, PositionRecord[]>();
  for (const record of [...records.values()].toSorted((a, b) => a.id - b.id)) {
    const key = `${record.userId} ${record.currencyId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return [...groups].map(([key, group]) => {
    const [{ userId, currencyId }] = group as [PositionRecord];
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

type Opening = { readonly position: Position; readonly openPrice: Decimal; readonly paid: Decimal };

/** Undefined when there is none. `paid` is what opening takes from the balance. */
export function liquidationOf(account: MarginAccount, { position, openPrice, paid }: Opening): Decimal | undefined {
  if (position.mode === 'isolated') return liquidationPrice(position);
  const { balance, marked } = crossOf(account);
  const mine = { position, price: openPrice };
  return crossLiquidationPrice({ balance: subtract(balance, paid), marked: [...marked, mine] }, mine);
}

/** The position that a pending order becomes at its target. */
export function pendingPosition(record: PositionRecord): Position {
  const { targetPrice, ...order } = toPendingOrder(record);
  const { side, margin, quantity } = order;
  const { terms } = record;
  const reserve = reserveOf({ side, margin, notional: multiply(targetPrice, quantity) }, terms);
  return { ...order, openPrice: targetPrice, originMargin: margin, reserve, terms };
}

/** Of a pending order at its target: margin and fee are held already. */
export function pendingLiquidation(account: MarginAccount, record: PositionRecord): Decimal | undefined {
  const position = pendingPosition(record);
  return liquidationOf(account, { position, openPrice: position.openPrice, paid: ZERO });
}
