/** Trust products: calls, files, the job that pays interest, and commands. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { count } from '@halyard/contract/codec';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal, ZERO } from '@halyard/contract/money';
import { addDays, dateOf, DAY_MS } from '@halyard/contract/time';
import {
  buyTrust,
  getRenewalOffer,
  getTrustOrder,
  getTrustProduct,
  getTrustReport,
  listTrustInterest,
  listTrustOrders,
  listTrustProducts,
  quoteRedemption,
  redeemTrust,
  setRenewal as setRenewalCall,
  TRUST_CSV_PATH,
  trustCsvRequest,
  type RenewalOffer,
  type TrustInterest,
  type TrustOrderId,
  type TrustSums,
} from '@halyard/contract/trust/calls';
import { endsAtMs, hashTrustTerms, RENEWAL_CLOSES_MS, type TrustTerms } from '@halyard/contract/trust/rules';
import { answerPublic, answerUser, BusinessError, type CallHandler, type UserCaller } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import type { Clock } from '../../clock.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { isBefore, pruneRows, recurringJob, type TransactionJob } from '../../jobs/job.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { readTermTexts } from '../../terms/versions.ts';
import { buy, type TrustDeps } from './buy.ts';
import { ENTRIES } from './ledgerEntries.ts';
import {
  emitOrder,
  findOrder,
  isAnyDue,
  listOrders,
  readOrdersCsv,
  sumOrders,
  takeDueOrders,
  takeDueRenewal,
  toOrder,
  writeRenewal,
  type OrderRecord,
} from './ordersRepository.ts';
import { payDays, writePayments } from './payments.ts';
import { payDue, quote, redeem, requireActive } from './redeem.ts';
import { payOrder, type RenewalDeps } from './renewal.ts';
import { renewalMessages } from './renewalEvents.ts';
import { TRUST_COMMANDS } from './trustCommands.ts';
import {
  publishFirstTerms,
  readOpenProducts,
  requireOpenProduct,
  toProduct,
  trustVersions,
  trustVersionTerms,
} from './versions.ts';

export const trust: Module = {
  beginning: { function: 'trust', calls: [buyTrust] },
  refusedWhenFrozen: [{ call: buyTrust }, { call: setRenewalCall, when: isOn }],
  publishFirstTerms,
  readRules: (reader) => readTermTexts(reader, 'trust-terms', { versions: trustVersions, codec: trustVersionTerms }),
  entries: ENTRIES,
  messages: renewalMessages,
  userTables: [
    { table: 'trust_interest', atEnd: 'keepAsBooks' },
    { table: 'trust_orders', atEnd: 'keepAsBooks' },
  ],
  openThings: {
    trust: (id) => sql`select from trust_orders where user_id = ${id} and status = 'active'`,
  },
  commands: TRUST_COMMANDS,
  pruners: { 'trust-quotes': pruneRows('trust_quotes', (nowMs) => isBefore('valid_until', nowMs)) },
  csvFiles: [
    {
      path: TRUST_CSV_PATH,
      name: 'trust',
      open: (db, userId, query) => readOrdersCsv(db, userId, decodeInput(trustCsvRequest, query)),
    },
  ],
  create(deps) {
    const takeTurn = deps.rates.counter('trust', { max: 1, windowMs: REPEAT_AFTER_MS });
    return { handlers: createTrustHandlers({ ...deps, takeTurn }), jobs: [createPayJob(deps)] };
  },
};

/** Whether a request turns a renewal on; turning it off is never refused. */
function isOn({ renewal }: RequestOf<typeof setRenewalCall>): boolean {
  return renewal !== 'none';
}

/** Default rows of a page. */
const PAGE_ROWS = { products: 10, orders: 20, interest: 20 } as const;

function createTrustHandlers(deps: TrustDeps): readonly CallHandler[] {
  const { db, clock } = deps;
  return [
    answerPublic(listTrustProducts, async ({ page }) => {
      const { offset, limit } = pageOf({ page: pageNumber(page) }, PAGE_ROWS.products);
      return (await readOpenProducts(db, clock.nowMs())).slice(offset, offset + limit).map(toProduct);
    }),
    answerPublic(getTrustProduct, async ({ id }) => toProduct(await requireOpenProduct(db, clock.nowMs(), id))),
    answerOffered(deps, { call: buyTrust, product: 'trust' }, (request, caller) => buy(deps, caller, request)),
    answerUser(listTrustOrders, async (request, { user }) => {
      const page = pageOf({ ...request, page: pageNumber(request.page) }, PAGE_ROWS.orders);
      const [rows, sums] = await Promise.all([listOrders(db, user.id, request, page), sumOrders(db, user.id, request)]);
      return { rows: rows.map((row) => toOrder(row, clock.nowMs())), ...sums };
    }),
    answerUser(getTrustOrder, async ({ id }, { user }) => {
      const order = await findOrder(db, user.id, id);
      if (order === undefined) throw new BusinessError('TRUST_ORDER_NOT_FOUND');
      return toOrder(order, clock.nowMs());
    }),
    answerUser(quoteRedemption, ({ id }, { user }) => quote(deps, user.id, id)),
    answerUser(redeemTrust, (request, caller) => redeem(deps, caller, request)),
    answerUser(getRenewalOffer, ({ id }, { user }) => readRenewalOffer(db, user.id, id)),
    answerOffered(deps, { call: setRenewalCall, product: 'trust', isBuying: isOn }, (request, caller) =>
      setRenewal(deps, caller, request),
    ),
    answerUser(getTrustReport, (_request, { user }) => readReport(db, user.id, clock.nowMs())),
    answerUser(listTrustInterest, ({ page, order }, { user }) =>
      listInterest(db, user.id, { order, ...pageOf({ page: pageNumber(page) }, PAGE_ROWS.interest) }),
    ),
  ];
}

const PAGE_MAX = 1_000_000;

/** The page of a legacy client: 0, negative numbers and non-numbers mean the first page. */
function pageNumber(page: string | number | undefined): number {
  const read = z.safeDecode(count, page ?? 1);
  return read.success ? Math.min(Math.max(read.data, 1), PAGE_MAX) : 1;
}

// Totals of a user's trust orders, and the interest paid on them.

type SumRow = {
  currency_id: CurrencyId;
  currency: string;
  earned: string;
  earned_today: string;
  orders: number;
  invested: string;
};

/** Totals by currency: first those of open products, in their order, then other currencies of the user's orders. */
export async function readReport(
  reader: Reader,
  userId: UserId,
  nowMs: number,
): Promise<AnswerOf<typeof getTrustReport>> {
  const sums = new Map((await readSums(reader, userId, nowMs)).map((row) => [row.currencyId, row]));
  const offered = new Map(
    (await readOpenProducts(reader, nowMs)).map(({ currencyId, terms }) => [currencyId, terms.currency]),
  );
  const none = [...offered].map(([currencyId, currency]) => ({ ...NOTHING, currencyId, currency }));
  const currencies = [
    ...none.map((row) => sums.get(row.currencyId) ?? row),
    ...[...sums.values()].filter(({ currencyId }) => !offered.has(currencyId)),
  ];
  const first = currencies[0] ?? { ...NOTHING, currency: '' };
  const { earned, earnedToday, orders, invested, currency } = first;
  return {
    earned,
    earnedToday,
    orders,
    invested,
    allProfit: earned,
    profit: earnedToday,
    orderCount: orders,
    sum: invested,
    currency,
    currencies,
  };
}

const NOTHING = { earned: ZERO, earnedToday: ZERO, orders: 0, invested: ZERO } as const;

/** Today's payments are those of yesterday's interest, also when they were made late. */
async function readSums(reader: Reader, userId: UserId, nowMs: number): Promise<TrustSums[]> {
  const yesterday = addDays(dateOf(nowMs), -1);
  const rows = await rowsOf<SumRow>(
    reader,
    sql`with today as (
        select o.currency_id, sum(i.amount) as amount from trust_interest i join trust_orders o on o.id = i.order_id
        where i.user_id = ${userId} and i.date = ${yesterday}::date group by 1
      )
      select o.currency_id, c.name as currency, sum(o.paid)::text as earned, coalesce(max(t.amount), 0)::text as earned_today,
        count(*) filter (where o.status = 'active')::int as orders,
        coalesce(sum(o.amount) filter (where o.status = 'active'), 0)::text as invested
      from trust_orders o join currencies c on c.id = o.currency_id left join today t on t.currency_id = o.currency_id
      where o.user_id = ${userId} group by o.currency_id, c.name, c.sort order by c.sort, o.currency_id`,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    currency: row.currency,
    earned: decimal(row.earned),
    earnedToday: decimal(row.earned_today),
    orders: row.orders,
    invested: decimal(row.invested),
  }));
}

type InterestRow = Row<'trust_interest', 'order_id' | 'amount' | 'date' | 'day' | 'paid_at'> & {
  readonly currency: string;
};

/** Interest paid to a user, newest first; of one order when given. */
export async function listInterest(
  reader: Reader,
  userId: UserId,
  {
    order,
    limit,
    offset,
  }: { readonly order: TrustOrderId | undefined; readonly limit: number; readonly offset: number },
): Promise<TrustInterest[]> {
  const which = order === undefined ? sql`` : sql`and i.order_id = ${order}`;
  const rows = await rowsOf<InterestRow>(
    reader,
    sql`select c.name as currency, i.order_id::text as order_id, i.amount::text as amount, i.day,
        to_char(i.date, 'YYYY-MM-DD') as date, ${isoText(sql`i.paid_at`)} as paid_at
      from trust_interest i join trust_orders o on o.id = i.order_id join currencies c on c.id = o.currency_id
      where i.user_id = ${userId} ${which} order by i.date desc, i.order_id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ currency, order_id: orderId, amount, date, day, paid_at: paidAt }) => ({
    currency,
    order: Number.parseInt(orderId, 10) as TrustOrderId,
    amount: decimal(amount),
    date,
    createdAt: paidAt,
    day,
    paidAt,
  }));
}

/** The job that pays due interest, and that renews orders. */
const PAY = 'trust.pay';

/** The embedded database runs nothing else meanwhile. */
const ORDERS_AT_ONCE = 200;

/** For orders that another transaction had locked. */
const RETRY_MS = 1000;

export function createPayJob(
  { clock, ...deps }: RenewalDeps & { readonly clock: Clock },
  ordersAtOnce: number = ORDERS_AT_ONCE,
): TransactionJob {
  return recurringJob(PAY, clock, async (tx, nowMs) => {
    const isPaid = (await payBatch(tx, nowMs, ordersAtOnce)) || (await renewOne(tx, deps, nowMs));
    if (isPaid) return { againInMs: 0 };
    const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
    return (await isAnyDue(tx, nowMs)) ? { againInMs: RETRY_MS } : { againAtMs: midnightMs };
  });
}

/**
 * Pays one day of each of at most `limit` due orders, the earliest first; false when there is none. Missed days are
 * thus paid in order, in bounded memory.
 */
async function payBatch(tx: Transaction, nowMs: number, limit: number): Promise<boolean> {
  const due = await takeDueOrders(tx, nowMs, limit);
  await writePayments(
    tx,
    due.map((order) => payDays(order, nowMs, 1)),
  );
  return due.length > 0;
}

/** Renews one due order: it locks purchases, and a transaction posts one batch of ledger entries. */
async function renewOne(tx: Transaction, deps: RenewalDeps, nowMs: number): Promise<boolean> {
  const order = await takeDueRenewal(tx, nowMs);
  if (order !== undefined) await payOrder(tx, deps, order, { nowMs, most: 1 });
  return order !== undefined;
}

// Turning the renewal of an order on and off, on terms that the user saw.

type Deps = Pick<TrustDeps, 'db' | 'clock' | 'settings' | 'catalogue'>;

type Request = RequestOf<typeof setRenewalCall>;

/**
 * The terms on which an order can be renewed. Throws `BusinessError`: TRUST_ORDER_NOT_FOUND, TRUST_ORDER_MATURED,
 * TRUST_ORDER_NOT_HOSTING.
 */
export async function readRenewalOffer(reader: Reader, userId: UserId, id: TrustOrderId): Promise<RenewalOffer> {
  const order = requireActive(await findOrder(reader, userId, id));
  const offers = await readOpenProducts(reader, endsAtMs(order));
  const terms = offers.find((open) => open.terms.product === order.product)?.terms ?? null;
  return {
    order: order.id,
    closesAt: new Date(closesAtMs(order)).toISOString(),
    terms,
    termsHash: terms && hashTrustTerms(terms),
  };
}

/** Sets the renewal, once per request id. Throws `BusinessError` with the codes that the call documents. */
export async function setRenewal(
  deps: Deps,
  { user }: Pick<UserCaller, 'user'>,
  request: Request,
): Promise<AnswerOf<typeof setRenewalCall>> {
  const { db, clock } = deps;
  return checkAndRunOnce(
    db,
    { call: setRenewalCall, userId: user.id, requestId: request.clientRequestId, request, clock },
    {
      check: () => payDue(deps, user.id, request.id),
      run: async (tx) => toOrder(await setIn(tx, deps, user.id, request), clock.nowMs()),
    },
  );
}

async function setIn(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  userId: UserId,
  { id, renewal, termsHash }: Request,
): Promise<OrderRecord> {
  const order = requireActive(await findOrder(tx, userId, id, true));
  // Read under the lock, so that no request is accepted late by having waited.
  const nowMs = clock.nowMs();
  if (nowMs >= endsAtMs(order)) throw new BusinessError('TRUST_ORDER_MATURED');
  if (nowMs >= closesAtMs(order)) throw new BusinessError('TRUST_RENEWAL_CLOSED');
  const renewalTerms = renewal === 'none' ? null : await agreedTerms(tx, order, termsHash);
  const changed = { ...order, renewal, renewalTerms, updatedAt: new Date(nowMs).toISOString() };
  await writeRenewal(tx, changed);
  emitOrder(tx, changed);
  return changed;
}

/** Throws `BusinessError`: PRODUCT_NOT_FOUND, TERMS_CHANGED for other terms than the user saw. */
async function agreedTerms(reader: Reader, order: OrderRecord, termsHash: string | undefined): Promise<TrustTerms> {
  const { terms } = await requireOpenProduct(reader, endsAtMs(order), order.product);
  if (termsHash !== hashTrustTerms(terms)) throw new BusinessError('TERMS_CHANGED');
  return terms;
}

function closesAtMs(order: OrderRecord): number {
  return endsAtMs(order) - RENEWAL_CLOSES_MS;
}
