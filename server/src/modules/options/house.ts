/** The house's obligations: every possible payout is held, within shares of its capital over all markets. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import { add, compare, min, ZERO, type Decimal } from '@halyard/contract/money';
import { largestPromise, type Promised } from '@halyard/contract/houseLimits';
import { largestStake, OPTION_SHARES, type Direction } from '@halyard/contract/options/rules';
import type { OptionTerms } from '@halyard/contract/options/terms';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import { readBalance } from '../../ledger/ledger.ts';

/** A user, market, currency and direction. */
export type Side = {
  readonly currencyId: CurrencyId;
  readonly marketId: MarketId;
  readonly direction: Direction;
  /** Missing: a user without open options. */
  readonly userId?: UserId | undefined;
};

const HOUSE_LOCK = 7_204_123;

/** Blocks all other purchases until the transaction ends: the limits are over all markets. */
export async function lockHouse(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${HOUSE_LOCK})`);
}

/** The house's capital for options in a currency. */
export async function readCapital(reader: Reader, currencyId: CurrencyId) {
  const { available, held } = await readBalance(reader, { house: 'options', currencyId });
  return { available, held, capital: add(available, held) };
}

/** Payouts promised so far. Reliable only under {@link lockHouse}. */
export async function readPromised(
  reader: Reader,
  { currencyId, marketId, direction, userId }: Side,
): Promise<Promised> {
  const [row] = await rowsOf<{ of_user: string; of_side: string; of_all: string }>(
    reader,
    sql`select (
          select coalesce(sum(payout), 0)::text from options
          where user_id = ${userId ?? null} and settled_at is null and currency_id = ${currencyId}
        ) as of_user,
        coalesce(sum(payout) filter (where market_id = ${marketId} and direction = ${direction}), 0)::text as of_side,
        coalesce(sum(payout), 0)::text as of_all
      from option_sides where currency_id = ${currencyId}`,
  );
  const { available, capital } = await readCapital(reader, currencyId);
  return {
    capital,
    available,
    user: decimalOrZero(row?.of_user),
    side: decimalOrZero(row?.of_side),
    all: decimalOrZero(row?.of_all),
  };
}

/**
 * The largest stake on these terms that the house accepts now; zero when it is below the smallest stake of the terms.
 */
export function largestNow(promised: Promised, terms: OptionTerms): Decimal {
  const stake = min(largestStake(largestPromise(OPTION_SHARES, promised), terms), terms.maxStake);
  return compare(stake, terms.minStake) < 0 ? ZERO : stake;
}
