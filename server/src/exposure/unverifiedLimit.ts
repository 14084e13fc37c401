/** Limit on the open amounts of a user, by verification level, over all products that take their money. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
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
import { BusinessError } from '../calls/callHandler.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { termsOr, userLimitsOf, type Standing } from '../limits/limitVersions.ts';
import { listMarketRecords } from '../market/marketRecord.ts';
import { USDT, usdtPriceOf } from '../market/usdtPrice.ts';

type Currency = { readonly id: CurrencyId; readonly name: string };
type OpenAmount = Currency & { readonly amount: string };

/** Open amounts of a user by currency, and what decides their limit; as the SQL function `open_exposure` returns it. */
export type OpenAmounts = {
  readonly terms: string | null;
  readonly standing: Standing;
  /** Null where the user's level has no limit. */
  readonly amounts: readonly OpenAmount[] | null;
};

/**
 * Limit of a user who is about to buy: locked, so that no concurrent purchase uses it up. `max` is the exchange's
 * setting for users without verification.
 */
export type ExposureLimit = { readonly open: OpenAmounts; readonly max: Decimal };

/** Amount that a purchase adds. `freed`: amount that the same transaction returned before, in the same currency. */
export type AddedExposure = { readonly currency: Currency; readonly amount: Decimal; readonly freed?: Decimal };

/**
 * SQL that locks a user with a limit until the transaction ends and returns their {@link OpenAmounts} by the terms of
 * an instant. Take this lock after the product's own and before the user's balances, as all products do.
 */
export function lockedAmounts(userId: UserId, nowMs: number): SQL {
  return openExposure(userId, true, nowMs);
}

/** {@link lockedAmounts} as a separate statement. */
export async function lockOpenAmounts(tx: Transaction, userId: UserId, nowMs: number): Promise<OpenAmounts> {
  return readAmounts(tx, lockedAmounts(userId, nowMs));
}

/** Throws `BusinessError`: UNVERIFIED_LIMIT {max, left}, or EXPOSURE_LIMIT {max, left} for a verified user. */
export async function requireRoom(
  tx: Transaction,
  { open, max: setting }: ExposureLimit,
  { currency, amount, freed = ZERO }: AddedExposure,
): Promise<void> {
  const more = subtract(amount, freed);
  const { isVerified, max, amounts } = limitOf(open, setting);
  if (max === null || !isPositive(more)) return;
  const valueOf = await readValues(tx, [...amounts, currency]);
  const added = valueOf(currency, more);
  const left = subtract(max, usedOf(amounts, valueOf, max));
  if (added !== undefined && compare(added, left) <= 0) return;
  throw new BusinessError(isVerified ? 'EXPOSURE_LIMIT' : 'UNVERIFIED_LIMIT', { max, left: larger(left, ZERO) });
}

function limitOf({ terms, standing, amounts }: OpenAmounts, setting: Decimal) {
  const { limits, level } = userLimitsOf(termsOr(terms, setting), standing);
  const isLimited = amounts !== null && limits.exposure !== null;
  return { isVerified: level !== 'none', max: isLimited ? limits.exposure : null, amounts: amounts ?? [] };
}

/** Reads a user's limit and its use at an instant, without a lock. */
export async function readExposure(
  reader: Reader,
  userId: UserId,
  { nowMs, setting }: { readonly nowMs: number; readonly setting: Decimal },
): Promise<Exposure> {
  const open = await readAmounts(reader, openExposure(userId, false, nowMs));
  const { isVerified, max, amounts } = limitOf(open, setting);
  if (max === null) return { isVerified, max: setting, used: null, left: null };
  const used = usedOf(amounts, await readValues(reader, amounts), max);
  return { isVerified, max, used, left: larger(subtract(max, used), ZERO) };
}

function openExposure(userId: UserId, isLocking: boolean, nowMs: number): SQL {
  return sql`open_exposure(${userId}, ${isLocking}, ${new Date(nowMs).toISOString()}::timestamptz)`;
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

// Setting of the amount that users may have open before they verify their identity.

export type ExposureSettings = {
  /** Over all products together, in USDT; 0 allows nothing. */
  readonly unverifiedExposureMax: Decimal;
};

const UNVERIFIED_EXPOSURE_MAX = '500';

/** The variable and its expected form. There is no value for "no limit": a large amount has that effect. */
export const EXPOSURE_VARIABLES = {
  UNVERIFIED_EXPOSURE_MAX: z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/))),
};
export const EXPOSURE_EXPECTED = {
  UNVERIFIED_EXPOSURE_MAX: 'an amount of USDT such as 500, or 0 for nothing',
} as const;

export function exposureSettings(set: { readonly UNVERIFIED_EXPOSURE_MAX?: string | undefined }): ExposureSettings {
  return { unverifiedExposureMax: decimal(set.UNVERIFIED_EXPOSURE_MAX ?? UNVERIFIED_EXPOSURE_MAX) };
}
