/**
 * Trust products on a real database without HTTP: users with money, days that pass, and the nodes' work at midnight.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { TrustOrder, TrustQuote, TrustOrderId } from '@halyard/contract/trust/calls';
import { decimal } from '@halyard/contract/money';
import type { Renewal } from '@halyard/contract/trust/rules';
import { listCountryRules } from '../countries/countryRules.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { withEvents, rowsOf, type Database } from '../db/database.ts';
import { runAllJobs } from '../jobs/jobRunner.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { checkBooks } from '../ledger/closings.ts';
import { postEntries, readBalance } from '../ledger/ledger.ts';
import { buy, type TrustDeps } from '../modules/trust/buy.ts';
import { trustVersions, type ProductTerms } from '../modules/trust/versions.ts';
import { toOrder, findOrder } from '../modules/trust/ordersRepository.ts';
import { createPayJob, readRenewalOffer, setRenewal } from '../modules/trust/index.ts';
import { quote, redeem } from '../modules/trust/redeem.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from './ledgerFixtures.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabaseOn, usualEngine } from './testDatabase.ts';

export type TrustDesk = {
  readonly db: Database;
  readonly clock: TestClock;
  readonly deps: TrustDeps;
  /** New users, each with that much USDT in the trust account. */
  savers(count: number, usdt: string): Promise<UserId[]>;
  /** Moves the clock to an instant. */
  goTo(instant: string): void;
  buy(
    userId: UserId,
    amount: string,
    more?: {
      readonly product?: number;
      readonly termsHash?: string;
      readonly renewal?: Renewal;
      readonly over?: Database | undefined;
    },
  ): Promise<TrustOrder>;
  /** Like legacy clients: without a request id. */
  buyPlainly(userId: UserId, amount: string): Promise<unknown>;
  quote(userId: UserId, id: TrustOrderId): Promise<TrustQuote>;
  /** On the terms of the end, as the user sees them. */
  setRenewal(userId: UserId, id: TrustOrderId, renewal: Renewal): Promise<TrustOrder>;
  redeem(userId: UserId, id: TrustOrderId, quoteId?: string): Promise<TrustOrder>;
  /** Work of a node when payments are due. */
  pay(over?: Database, ordersAtOnce?: number): Promise<void>;
  read(userId: UserId, id: TrustOrderId): Promise<TrustOrder>;
  /** `available+held` of a user's trust account. */
  balance(userId: UserId): Promise<string>;
  house(): Promise<string>;
  /** Adds a version of terms with one product, in force at once. */
  publish(product: Partial<ProductTerms>): Promise<void>;
  /** The refusal; fails when nothing is refused. */
  refusalOf(work: Promise<unknown>): Promise<{ readonly code: string; readonly params: object | undefined }>;
  /** Faults of the ledger, and holds that differ from the orders. */
  faults(): Promise<readonly string[]>;
  /** Throws on any fault. */
  requireSound(): Promise<void>;
  shut(): Promise<void>;
};

const usdtProduct = (
  product: number,
  [days, rate]: readonly [number, string],
  [penaltyRule, penaltyValue]: readonly [ProductTerms['penaltyRule'], string],
): ProductTerms => ({
  product,
  currency: 'USDT',
  days,
  rate: decimal(rate),
  minAmount: decimal('100'),
  maxAmount: decimal('50000'),
  capacity: decimal('5000000'),
  penaltyRule,
  penaltyValue: decimal(penaltyValue),
});

const coin = (product: number, currency: string, rate: string): ProductTerms => ({
  ...usdtProduct(product, [30, rate], ['days_of_interest', '1.5']),
  currency,
});

const PRODUCTS = [
  usdtProduct(1, [7, '2.8'], ['days_of_interest', '1.5']),
  usdtProduct(2, [15, '6'], ['days_of_interest', '1.5']),
  usdtProduct(3, [30, '13.5'], ['ratio_remaining', '0.4']),
  coin(4, 'BTC', '1'),
  coin(5, 'ETH', '1.5'),
];

/**
 * Opens a desk with the specification's example, 0.4 % a day, and other terms, at noon of a day, and the given capital
 * of the house for interest.
 */
export async function openTrustDesk({
  capital = '1000000',
  exposureMax = '1000000000',
  database,
}: {
  readonly capital?: string;
  /** Limit of open amounts; the desk's users are not verified. */
  readonly exposureMax?: string;
  readonly database?: OpenDatabase;
} = {}): Promise<TrustDesk> {
  const opened = database ?? (await openTestDatabaseOn(await usualEngine()));
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  const events = createLocalBus({ warn: fail, error: fail });
  const db = withEvents(opened.db, events);
  await trustVersions.addFirstVersion(db, () => ({ products: PRODUCTS }), clock.nowMs());
  await db.transaction((tx) => postEntries(tx, [deposit(HOUSE, capital)]));
  const settings = { unverifiedExposureMax: decimal(exposureMax) };
  const catalogue = { countryRules: () => listCountryRules(db) };
  const deps: TrustDeps = { db, clock, events, takeTurn: async () => 0, settings, catalogue };
  const callerOf = (id: UserId) => ({ user: { id, sessionId: 1 }, language: 'en' }) as const;

  return {
    db,
    clock,
    deps,
    async savers(count, usdt) {
      const users = await insertUsers(db, count);
      const funds = users.map((user) => deposit(accountOf(user, CURRENCY.USDT, 'trust'), usdt));
      await db.transaction((tx) => postEntries(tx, funds));
      return users;
    },
    goTo: (instant) => clock.advance(Date.parse(instant) - clock.nowMs()),
    async buy(userId, amount, { product = 1, termsHash, renewal, over = db } = {}) {
      const request = { product, amount: decimal(amount), termsHash, renewal, clientRequestId: randomUUID() };
      return (await buy({ ...deps, db: over }, callerOf(userId), request)) as TrustOrder;
    },
    buyPlainly: (userId, amount) => buy(deps, callerOf(userId), { product: 1, amount: decimal(amount) }),
    quote: (userId, id) => quote(deps, userId, id),
    async setRenewal(userId, id, renewal) {
      const { termsHash } = await readRenewalOffer(db, userId, id);
      const request = { id, renewal, termsHash: termsHash ?? undefined, clientRequestId: randomUUID() };
      return setRenewal(deps, callerOf(userId), request);
    },
    async redeem(userId, id, quoteId) {
      const request = { id, quote: quoteId, clientRequestId: randomUUID() };
      return (await redeem(deps, callerOf(userId), request)) as TrustOrder;
    },
    pay: (over = db, ordersAtOnce) => payAllDue({ ...deps, db: over }, ordersAtOnce),
    async read(userId, id) {
      const order = await findOrder(db, userId, id);
      if (order === undefined) throw new Error(`there is no order ${id}`);
      return toOrder(order, clock.nowMs());
    },
    async balance(userId) {
      const { available, held } = await readBalance(db, accountOf(userId, CURRENCY.USDT, 'trust'));
      return `${available}+${held}`;
    },
    async house() {
      const { available, held } = await readBalance(db, HOUSE);
      return `${available}+${held}`;
    },
    async publish(product) {
      const version = await trustVersions.versionAt(db, clock.nowMs());
      const [first] = version?.products ?? [];
      if (first === undefined) throw new Error('there are no terms');
      const at = new Date(clock.nowMs()).toISOString();
      await db.transaction((tx) => trustVersions.addVersion(tx, { products: [{ ...first, ...product }] }, at));
    },
    refusalOf,
    faults: () => findTrustFaults(db),
    async requireSound() {
      const faults = await findTrustFaults(db);
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
    async shut() {
      await events.close();
      await opened.close();
    },
  };
}

const HOUSE = { house: 'trust', currencyId: CURRENCY.USDT } as const;

/** Makes payments due, and runs the due jobs like a starting node. */
async function payAllDue({ db, clock, events, settings }: TrustDeps, ordersAtOnce?: number): Promise<void> {
  const kind = createPayJob({ clock, settings }, ordersAtOnce);
  await db.transaction(async (tx) => kind.begin?.(tx));
  const log = { error: fail, warn: fail } as never;
  await runAllJobs({ db, clock, events, log }, kind, new AbortController().signal);
}

async function refusalOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('nothing was refused');
  const { code, params } = error as { code: string; params?: object };
  return { code, params };
}

/** Faults of the ledger, or between it and the orders: none when all is right (docs/product.md 7). */
export async function findTrustFaults(db: Database): Promise<readonly string[]> {
  const faults = (await checkBooks(db)).map(({ rule, subject }) => `${rule}: ${subject}`);
  const differing = await rowsOf<{ what: string }>(
    db,
    sql`with active as (select * from trust_orders where status = 'active'),
      of_users as (select user_id, currency_id, sum(amount) as held from active group by 1, 2),
      of_house as (select currency_id, sum(interest - paid) as held from active group by 1)
      select 'user ' || coalesce(r.user_id, a.user_id) || ' holds ' || coalesce(a.held, 0) as what
      from of_users r full join (select * from ledger_accounts where kind = 'trust' and user_id is not null) a
        on a.user_id = r.user_id and a.currency_id = r.currency_id where coalesce(a.held, 0) <> coalesce(r.held, 0)
      union all
      select 'the house holds ' || a.held || ', not ' || coalesce(h.held, 0) from ledger_accounts a
        left join of_house h on h.currency_id = a.currency_id
      where a.user_id is null and a.kind = 'trust' and (a.held <> coalesce(h.held, 0) or a.available < 0)
      union all
      select 'product ' || p.product || ' counts ' || p.invested from trust_products p
      where p.invested <> (select coalesce(sum(amount), 0) from active h where h.product = p.product)
      union all
      select 'order ' || o.id || ' was paid otherwise than its days say' from trust_orders o
      where not (o.paid, o.paid_days) = (
        select coalesce(sum(i.amount), 0), count(*)::int from trust_interest i where i.order_id = o.id)`,
  );
  return [...faults, ...differing.map(({ what }) => what)];
}

function fail(details: unknown, message?: string): void {
  throw new Error(message ?? String(details));
}
