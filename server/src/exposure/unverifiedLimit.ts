/** Limit on the open amounts of users without verification, over all products that take their money. */
import { sql, type SQL } from 'drizzle-orm';
import type { Exposure } from '@halyard/contract/exposure/calls';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import {
  add,
  compare,
  decimal,
  isPositive,
  max as larger,
  MONEY_PLACES,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { BusinessError } from '../calls/errors.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { USDT, usdtPriceOf } from '../market/usdtPrice.ts';

type Currency = { readonly id: CurrencyId; readonly name: string };
type OpenAmount = Currency & { readonly amount: string };

/** Open amounts of a user without verification, by currency; null for a verified user. */
export type OpenAmounts = readonly OpenAmount[] | null;

/** Limit of a user who is about to buy: locked, so that no concurrent purchase uses it up. */
export type ExposureLimit = { readonly open: OpenAmounts; readonly max: Decimal };

/** Amount that a purchase adds. `freed`: amount that the same transaction returned before, in the same currency. */
export type AddedExposure = { readonly currency: Currency; readonly amount: Decimal; readonly freed?: Decimal };

/**
 * SQL that locks a user without verification until the transaction ends and returns their {@link OpenAmounts}. Take
 * this lock after the product's own and before the user's balances, as all products do.
 */
export function lockedAmounts(userId: UserId): SQL {
  return sql`unverified_exposure(${userId}, true)`;
}

/** {@link lockedAmounts} as a separate statement. */
export async function lockOpenAmounts(tx: Transaction, userId: UserId): Promise<OpenAmounts> {
  return readAmounts(tx, lockedAmounts(userId));
}

/** Throws `BusinessError`: UNVERIFIED_LIMIT {max, left}. */
export async function requireRoom(
  tx: Transaction,
  { open, max }: ExposureLimit,
  { currency, amount, freed = ZERO }: AddedExposure,
): Promise<void> {
  const more = subtract(amount, freed);
  if (open === null || !isPositive(more)) return;
  const valueOf = await readValues(tx, [...open, currency]);
  const added = valueOf(currency, more);
  const left = subtract(max, usedOf(open, valueOf, max));
  if (added !== undefined && compare(added, left) <= 0) return;
  throw new BusinessError('UNVERIFIED_LIMIT', { max, left: larger(left, ZERO) });
}

/** Reads a user's limit and its use, without a lock. */
export async function readExposure(reader: Reader, userId: UserId, max: Decimal): Promise<Exposure> {
  const open = await readAmounts(reader, sql`unverified_exposure(${userId}, false)`);
  if (open === null) return { isVerified: true, max, used: null, left: null };
  const used = usedOf(open, await readValues(reader, open), max);
  return { isVerified: false, max, used, left: larger(subtract(max, used), ZERO) };
}

type ValueOf = (currency: Currency, amount: Decimal) => Decimal | undefined;

/** Reads last prices, to value amounts in USDT; undefined for a currency without a price. */
async function readValues(reader: Reader, currencies: readonly Currency[]): Promise<ValueOf> {
  const markets = currencies.every(({ name }) => name === USDT) ? [] : await listMarketRecords(reader);
  return (currency, amount) => {
    const price = usdtPriceOf(currency, markets);
    return price && round(multiply(amount, price), MONEY_PLACES, 'up');
  };
}

/** Sums values in USDT. An amount without a price counts as the whole limit, since it may be worth as much. */
function usedOf(open: readonly OpenAmount[], valueOf: ValueOf, max: Decimal): Decimal {
  return add(ZERO, ...open.map((one) => valueOf(one, decimal(one.amount)) ?? max));
}

async function readAmounts(reader: Reader, amounts: SQL): Promise<OpenAmounts> {
  const [row] = await rowsOf<{ open: OpenAmounts }>(reader, sql`select ${amounts} as open`);
  if (row === undefined) throw new Error('a function gave no row');
  return row.open;
}
