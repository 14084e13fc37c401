/** Funding a coin, and publishing an offering. Only coins that the house has can be offered. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { coinsNeeded, OFFERING_RULE, offeringTerms, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import {
  add,
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  MONEY_PLACES,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { fillIn } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { emit, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import { ADVANCE } from './advanceJob.ts';
import { insertOffering, type OfferingTexts, type TextsByLanguage } from './offeringsRepository.ts';
import texts from './sandboxTexts.json' with { type: 'json' };

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
  // Before the balance: coins allotted between the two count as promised, never as free.
  const promised = await readPromised(tx, coinId);
  const { available } = await readBalance(tx, { house: 'subscription', currencyId: coinId });
  const free = subtract(available, promised);
  const needed = coinsNeeded(terms);
  if (compare(free, needed) < 0) {
    return `the house has ${free} ${terms.coin} that no other offer promises, and this one takes ${needed}: "offers fund" puts more there`;
  }
  const id = await insertOffering(tx, { ...plan, coinId, currencyId, at: new Date(nowMs).toISOString() });
  await addJob(tx, [{ kind: ADVANCE, key: String(id), dueAtMs: Date.parse(terms.endAt) }]);
  return id;
}

/** Coins that offerings before their allotment may still take. */
export async function readPromised(reader: Reader, coinId: CurrencyId): Promise<Decimal> {
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
  const coins = { min_coins: minCoins, supply, ...(userCap !== null && { user_cap: userCap }) };
  for (const [name, value] of Object.entries({ price, ...coins })) {
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

// Offerings of a sandbox: a round a day (UTC), so that at any time one is announced, one is open, one has locked coins
// and one has ended. Their coins are worthless.

const ROUNDS = 'offerings.rounds';

/** Rounds take turns. */
const COINS = [
  { coin: 'NOVA', price: '0.5', supply: '100000', userCap: '20000', interestRate: '0.5' },
  { coin: 'TERN', price: '0.05', supply: '400000', userCap: null, interestRate: '0' },
  { coin: 'KELP', price: '2', supply: '20000', userCap: '5000', interestRate: '1' },
  { coin: 'REEF', price: '0.12', supply: '250000', userCap: null, interestRate: '0.25' },
] as const;

/** Publishes the rounds up to now, and schedules the job for later ones. */
export async function beginSandboxOfferings(db: Database, clock: Clock): Promise<void> {
  await db.transaction(async (tx) => {
    const nowMs = clock.nowMs();
    // Blocks the job and other nodes that start: each holds this row while it publishes.
    await addJob(tx, [{ kind: ROUNDS, key: ONLY, dueAtMs: nextDayMs(nowMs) }], 'move');
    await publishRounds(tx, nowMs);
  });
}

/** Publishes tomorrow's round, every day. */
export function createSandboxJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: ROUNDS,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx) => {
      await publishRounds(tx, clock.nowMs());
      return { againAtMs: nextDayMs(clock.nowMs()) };
    },
  };
}

const nextDayMs = (nowMs: number) => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;

async function publishRounds(tx: Transaction, nowMs: number): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS);
  const [any] = await rowsOf<{ any: boolean }>(tx, sql`select exists (select from offerings) as any`);
  const first = any?.any === true ? today : today - 2;
  for (let day = first; day <= today + 1; day += 1) {
    // Rounds that ended before the exchange first started have no lock.
    const terms = { ...termsOf(day), ...(day < today - 1 && { lockDays: 0 }) };
    const startAt = terms.startAt;
    const [there] = await rowsOf(
      tx,
      sql`select 1 from offerings where start_at = ${startAt} and terms ->> 'coin' = ${terms.coin}`,
    );
    if (there !== undefined) continue;
    await fundCoin(tx, terms.coin, coinsNeeded(terms));
    const published = await publishOffering(tx, { terms, texts: textsOf(terms.coin), isRecommended: true }, nowMs);
    if (typeof published === 'string') throw new Error(published);
  }
  emit(tx, { type: 'catalogue-changed' });
}

/** The terms of the round of a day since 1970. */
function termsOf(day: number): OfferingTerms {
  const round = COINS[day % COINS.length] ?? COINS[0];
  const at = (of: number) => new Date(of * DAY_MS).toISOString();
  return {
    rule: OFFERING_RULE,
    coin: round.coin,
    unitPlaces: 4,
    currency: 'USDT',
    price: decimal(round.price),
    supply: decimal(round.supply),
    minCoins: decimal('10'),
    userCap: decimalOrNull(round.userCap),
    startAt: at(day),
    endAt: at(day + 1),
    onlineAt: at(day + 2),
    lockDays: 1,
    interestRate: decimal(round.interestRate),
  };
}

function textsOf(coin: string): TextsByLanguage {
  const of = (language: Language): OfferingTexts => {
    const { introduction, source, recommendTitle, recommendText } = texts[language];
    const filled = [introduction, source, recommendTitle, recommendText].map((text) => fillIn(text, { coin }));
    const [one = '', two = '', three = '', four = ''] = filled;
    return { introduction: one, source: two, recommendTitle: three, recommendText: four };
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as unknown as TextsByLanguage;
}
