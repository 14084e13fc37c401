/**
 * Offerings of a sandbox: a round a day (UTC), so that at any time one is announced, one is open, one has locked coins
 * and one has ended. Their coins are worthless.
 */
import { sql } from 'drizzle-orm';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import { coinsNeeded, OFFERING_RULE, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { DAY_MS } from '@halyard/contract/time';
import { fillIn } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { emit, rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import type { OfferingTexts, TextsByLanguage } from './offeringsRepository.ts';
import { fundCoin, publishOffering } from './publishOffering.ts';
import texts from './sandboxTexts.json' with { type: 'json' };

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
    await publishRounds(tx, clock.nowMs());
    await addJob(tx, [{ kind: ROUNDS, key: ONLY, dueAtMs: nextDayMs(clock.nowMs()) }]);
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
      emit(tx, { type: 'catalogue-changed' });
      return { againAtMs: nextDayMs(clock.nowMs()) };
    },
  };
}

const nextDayMs = (nowMs: number) => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;

async function publishRounds(tx: Transaction, nowMs: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.sandboxOfferings})`);
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
    userCap: round.userCap === null ? null : decimal(round.userCap),
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
