/** Funding a coin, and publishing an offering. Only coins that the house has can be offered. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import {
  add,
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  negate,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import { coinsNeeded, offeringTerms, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/job.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { ADVANCE } from './advanceJob.ts';
import { type TextsByLanguage, insertOffering } from './offeringsRepository.ts';

const UNIT_PLACES_MAX = 8;
const LOCK_DAYS_MAX = 3650;
const INTEREST_MAX = decimal('1000');
const ID_FROM = 10;

/** An offering as planned by an operator. */
export type OfferingPlan = {
  readonly terms: OfferingTerms;
  readonly texts: TextsByLanguage;
  readonly isRecommended: boolean;
};

async function currencyIdOf(reader: Reader, name: string): Promise<CurrencyId | undefined> {
  const [row] = await rowsOf<{ id: CurrencyId }>(
    reader,
    sql`select id from currencies where name = ${name} for update`,
  );
  return row?.id;
}

/** The currency of a coin; created when missing, with balances like any other, but without a market. */
async function ensureCoin(tx: Transaction, name: string): Promise<CurrencyId> {
  await tx.execute(
    sql`insert into currencies (id, name, is_spot, sort)
      select greatest(max(id) + 1, ${ID_FROM}::int), ${name}, false, max(sort) + 1 from currencies on conflict (name) do nothing`,
  );
  const id = await currencyIdOf(tx, name);
  if (id === undefined) throw new Error(`the coin ${name} was not written`);
  return id;
}

/**
 * Adds coins from outside to the account that offerings are allotted from; returns its available balance. `title` is
 * the common name of the coin.
 */
export async function fundCoin(tx: Transaction, coin: string, amount: Decimal, title?: string): Promise<Decimal> {
  const currencyId = await ensureCoin(tx, coin);
  if (title !== undefined) await tx.execute(sql`update currencies set title = ${title} where id = ${currencyId}`);
  const account = { house: 'subscription', currencyId } as const;
  await postEntries(tx, [
    {
      kind: 'subscription_capital',
      reference: `currency:${currencyId}`,
      postings: [
        { account: { house: 'outside', currencyId }, available: negate(amount), held: ZERO },
        { account, available: amount, held: ZERO },
      ],
    },
  ]);
  return (await readBalance(tx, account)).available;
}

/**
 * Publishes an offering; returns its id, or one line about the first fault of the plan. In that case nothing has
 * changed.
 */
export async function publishOffering(
  tx: Transaction,
  plan: OfferingPlan,
  nowMs: number,
): Promise<OfferingId | string> {
  const { terms } = plan;
  const fault = termsFault(terms);
  if (fault !== undefined) return fault;
  // Locked, so that two offerings never count the same coins.
  const coinId = await currencyIdOf(tx, terms.coin);
  if (coinId === undefined) return `there is no coin ${terms.coin}: "offers fund" puts it into the house's account`;
  const currencyId = await currencyIdOf(tx, terms.currency);
  if (currencyId === undefined) return `currency: there is no ${terms.currency}`;
  const free = subtract(
    (await readBalance(tx, { house: 'subscription', currencyId: coinId })).available,
    await readPromised(tx, coinId),
  );
  const needed = coinsNeeded(terms);
  if (compare(free, needed) < 0) {
    return `the house has ${free} ${terms.coin} that no other offer promises, and this one takes ${needed}: "offers fund" puts more there`;
  }
  const id = await insertOffering(tx, { ...plan, coinId, currencyId, at: new Date(nowMs).toISOString() });
  await addJob(tx, [{ kind: ADVANCE, key: String(id), dueAtMs: Date.parse(terms.endAt) }]);
  return id;
}

/** Coins that offerings before their allotment may still take. */
async function readPromised(reader: Reader, coinId: CurrencyId): Promise<Decimal> {
  const rows = await rowsOf<{ terms: object }>(
    reader,
    sql`select terms from offerings where coin_id = ${coinId} and status in ('subscribing', 'allotting')`,
  );
  return add(...rows.map(({ terms }) => coinsNeeded(z.decode(offeringTerms, terms as z.input<typeof offeringTerms>))));
}

/** The first fault of the terms themselves. */
function termsFault(terms: OfferingTerms): string | undefined {
  return amountFault(terms) ?? limitFault(terms) ?? timeFault(terms);
}

function amountFault({ price, supply, minCoins, userCap, unitPlaces }: OfferingTerms): string | undefined {
  if (unitPlaces > UNIT_PLACES_MAX) return `unit_places: ${UNIT_PLACES_MAX} at most`;
  const coins = { supply, ...(userCap !== null && { user_cap: userCap }) };
  for (const [name, value] of Object.entries({ price, min_coins: minCoins, ...coins })) {
    if (!isPositive(value)) return `${name}: must be above 0`;
  }
  for (const [name, value] of Object.entries(coins)) {
    if (!fitsPlaces(value, unitPlaces)) return `${name}: ${unitPlaces} places at most`;
  }
  // So that whole units cost whole parts of the money, and nothing has to be rounded.
  const places = MONEY_PLACES - unitPlaces;
  return fitsPlaces(price, places) ? undefined : `price: ${places} places at most beside ${unitPlaces} of the coin`;
}

function limitFault({ coin, currency, supply, minCoins, userCap, interestRate }: OfferingTerms): string | undefined {
  if (coin === currency) return 'coin: a coin cannot be paid for with itself';
  if (compare(minCoins, supply) > 0) return 'min_coins: more than there are';
  if (userCap !== null && compare(userCap, minCoins) < 0) return 'user_cap: less than the minimum';
  const isRate = compare(interestRate, ZERO) >= 0 && compare(interestRate, INTEREST_MAX) <= 0;
  return isRate ? undefined : `interest_rate: 0 to ${INTEREST_MAX}`;
}

function timeFault({ startAt, endAt, onlineAt, lockDays }: OfferingTerms): string | undefined {
  if (lockDays > LOCK_DAYS_MAX) return `lock_days: ${LOCK_DAYS_MAX} at most`;
  if (startAt >= endAt) return 'end_at: must be after the start';
  return onlineAt < endAt ? 'online_at: cannot be before the end' : undefined;
}
