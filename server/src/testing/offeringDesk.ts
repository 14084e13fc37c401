/** New coins on a real database without HTTP: an offering, users with money, and the work that becomes due. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, OfferingId, UserId, SubscriptionId } from '@halyard/contract/ids';
import type { Subscription } from '@halyard/contract/launchpad/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { coinsNeeded, OFFERING_RULE, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { HOUR_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../db/connect.ts';
import { withEvents, rowsOf, type Database } from '../db/database.ts';
import { runAllJobs } from '../jobs/jobRunner.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { checkBooks } from '../ledger/closings.ts';
import { postEntries } from '../ledger/ledger.ts';
import { createAdvanceJob, USERS_AT_ONCE } from '../modules/launchpad/advanceJob.ts';
import { holdEntry, type HeldMoney } from '../modules/launchpad/ledgerEntries.ts';
import { fundCoin, publishOffering } from '../modules/launchpad/publishOffering.ts';
import { cancel, subscribeTo } from '../modules/launchpad/subscribe.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from './ledgerFixtures.ts';
import { createTestClock } from './testClock.ts';
import { openTestDatabase } from './testDatabase.ts';

const TEXT = { introduction: 'A coin', source: 'Of a test', recommendTitle: 'New', recommendText: 'Look' };

/** Deposits the coins and offers them: 1,000 at 0.5 USDT, open for an hour from now, but for `changes`. */
export async function publishTestOffering(
  db: Database,
  nowMs: number,
  changes: Partial<OfferingTerms> = {},
): Promise<OfferingId> {
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  const terms: OfferingTerms = {
    rule: OFFERING_RULE,
    coin: 'NOVA',
    unitPlaces: 4,
    currency: 'USDT',
    price: decimal('0.5'),
    supply: decimal('1000'),
    minCoins: decimal('10'),
    userCap: null,
    startAt: at(0),
    endAt: at(HOUR_MS),
    onlineAt: at(2 * HOUR_MS),
    lockDays: 2,
    interestRate: decimal('2.5'),
    ...changes,
  };
  return db.transaction(async (tx) => {
    await fundCoin(tx, terms.coin, coinsNeeded(terms));
    const published = await publishOffering(tx, { terms, texts: { en: TEXT }, isRecommended: false }, nowMs);
    if (typeof published === 'string') throw new Error(published);
    return published;
  });
}

export type OfferingDesk = Awaited<ReturnType<typeof openOfferingDesk>>;

export async function openOfferingDesk(database?: OpenDatabase, clock = createTestClock()) {
  const { db: opened, close } = database ?? (await openTestDatabase());
  const log = { warn: () => undefined, error: () => undefined } as never;
  const events = createLocalBus(log);
  const db = withEvents(opened, events);
  const settings = { unverifiedExposureMax: decimal('1000000000') };
  const deps = { db, clock, events, askReview: undefined, takeTurn: async () => 0, settings };
  const owner = (userId: UserId) => ({ userId, language: 'en' }) as const;
  return {
    db,
    clock,
    events,
    close,
    publish: (changes?: Partial<OfferingTerms>) => publishTestOffering(db, clock.nowMs(), changes),
    /** Users with that much USDT each. */
    async users(count: number, usdt: string): Promise<UserId[]> {
      const ids = await insertUsers(db, count);
      await db.transaction((tx) =>
        postEntries(
          tx,
          ids.map((id) => deposit(accountOf(id, CURRENCY.USDT), usdt)),
        ),
      );
      return ids;
    },
    /** On `on` instead of the database itself. */
    async subscribe(userId: UserId, offeringId: OfferingId, amount: string, on: Database = db): Promise<Subscription> {
      const request = { offeringId, amount: decimal(amount), clientRequestId: crypto.randomUUID() };
      const answer = await subscribeTo({ ...deps, db: on }, owner(userId), request);
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    },
    /** Approved subscriptions of many users, with their holds; resolves to them. */
    subscribeMany: (offeringId: OfferingId, userIds: readonly UserId[], amount: string) =>
      subscribeMany(db, { offeringId, userIds, amount: decimal(amount) }),
    coinIdOf: async (name: string) =>
      (await rowsOf<{ id: CurrencyId }>(db, sql`select id from currencies where name = ${name}`))[0]?.id,
    cancel: (userId: UserId, id: Subscription['id'], on: Database = db) =>
      cancel({ ...deps, db: on }, owner(userId), { id }),
    /** Runs every due job, on `on` instead of the database itself. */
    run: (on: Database = db) =>
      runAllJobs({ db: on, clock, events, log }, createAdvanceJob({ clock }), new AbortController().signal),
    /** One due step, in a transaction of its own. */
    async runOnce() {
      const stop = new AbortController();
      const kind = createAdvanceJob({ clock });
      const run: typeof kind.run = async (tx, row) => {
        stop.abort();
        return kind.run(tx, row);
      };
      return runAllJobs({ db, clock, events, log }, { ...kind, run }, stop.signal);
    },
    passAll: () => db.execute(sql`update offering_subscriptions set status = 'passed' where status = 'pending'`),
    statusOf: async (id: OfferingId) =>
      (await rowsOf<{ status: string }>(db, sql`select status from offerings where id = ${id}`))[0]?.status,
    faults: () => findOfferingFaults(db),
  };
}

async function subscribeMany(
  db: Database,
  request: { readonly offeringId: OfferingId; readonly userIds: readonly UserId[]; readonly amount: Decimal },
): Promise<HeldMoney[]> {
  const { offeringId, userIds, amount } = request;
  const rows = await rowsOf<{ id: SubscriptionId; user_id: UserId }>(
    db,
    sql`insert into offering_subscriptions (offering_id, user_id, amount, status, created_at, updated_at)
      select ${offeringId}, u, ${amount}::numeric, 'passed', now(), now() from unnest(${sql.param(userIds)}::int[]) as u
      returning id, user_id`,
  );
  const held = rows.map(({ id, user_id: userId }) => ({ id, userId, currencyId: CURRENCY.USDT, amount }));
  for (let from = 0; from < held.length; from += USERS_AT_ONCE) {
    await db.transaction((tx) => postEntries(tx, held.slice(from, from + USERS_AT_ONCE).map(holdEntry)));
  }
  await db.execute(
    sql`update offerings set subscribed = subscribed + ${amount}::numeric * ${held.length}::int,
      subscribers = subscribers + ${held.length}::int where id = ${offeringId}`,
  );
  return held;
}

/**
 * Faults of the ledger of subscriptions: a hold that differs from the open orders, totals of an offering that differ
 * from its orders, an order with an entry twice, or a house with less than it owes.
 */
export async function findOfferingFaults(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    db,
    sql`select 'held of account ' || a.id as fault from ledger_accounts a left join (
        select s.user_id, o.currency_id, sum(s.amount) as held from offering_subscriptions s join offerings o on o.id = s.offering_id
        where s.status in ('pending', 'passed') group by 1, 2
        union all
        select s.user_id, o.coin_id, sum(s.coins + s.interest) from offering_subscriptions s join offerings o on o.id = s.offering_id
        where s.status = 'locked' group by 1, 2
      ) h on h.user_id = a.user_id and h.currency_id = a.currency_id
      where a.user_id is not null and a.kind = 'spot' and a.held <> coalesce(h.held, 0)
      union all
      select 'totals of offer ' || o.id from offerings o left join (
        select offering_id, sum(amount) as amount, count(distinct user_id) as users from offering_subscriptions
        where status not in ('rejected', 'cancelled') group by 1
      ) t on t.offering_id = o.id
      where o.status <> 'withdrawn' and o.status <> 'withdrawing'
        and (o.subscribed <> coalesce(t.amount, 0) or o.subscribers <> coalesce(t.users, 0))
      union all
      select e.kind || ' of ' || e.reference from ledger_entries e
      where e.reference like 'subscription:%' group by e.kind, e.reference having count(*) > 1
      union all
      select 'the house below zero' from ledger_accounts where user_id is null and kind = 'subscription' and available < 0`,
  );
  const books = await checkBooks(db);
  return [...rows.map(({ fault }) => fault), ...books.map(({ rule, subject }) => `${rule} ${subject}`)];
}
