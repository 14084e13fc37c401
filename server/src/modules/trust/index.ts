/** Trust products: calls, files, the job that pays interest, and commands. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  TRUST_CSV_PATH,
  trustCsvRequest,
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
} from '@halyard/contract/trust/calls';
import type { RequestOf } from '@halyard/contract/call';
import { count } from '@halyard/contract/codec';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { readTermTexts } from '../../terms/ruleTexts.ts';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import { BusinessError } from '../../calls/errors.ts';
import { pageOf } from '../../calls/paging.ts';
import { userTable } from '../../userTable.ts';
import { buy, type TrustDeps } from './buy.ts';
import { ENTRIES } from './ledgerEntries.ts';
import { readOrdersCsv, toOrder, findOrder, listOrders, sumOrders } from './ordersRepository.ts';
import { createPayJob } from './payJob.ts';
import { TRUST_COMMANDS } from './trustCommands.ts';
import { publishFirstTerms, trustVersions, trustVersionTerms } from './versions.ts';
import { readOpenProducts, requireOpenProduct, toProduct } from './openProducts.ts';
import { quote, redeem } from './redeem.ts';
import { listInterest, readReport } from './report.ts';
import { readRenewalOffer, setRenewal } from './setRenewal.ts';

/** Default rows of a page. */
const PAGE_ROWS = { products: 10, orders: 20, interest: 20 } as const;

function createTrustHandlers(deps: TrustDeps): readonly CallHandler[] {
  const { db, clock } = deps;
  return [
    answerPublic(listTrustProducts, async ({ page }) => {
      const { offset, limit } = pageOf({ page: pageNumber(page), limit: PAGE_ROWS.products });
      return (await readOpenProducts(db, clock.nowMs())).slice(offset, offset + limit).map(toProduct);
    }),
    answerPublic(getTrustProduct, async ({ id }) => toProduct(await requireOpenProduct(db, clock.nowMs(), id))),
    answerOffered(deps, { call: buyTrust, product: 'trust' }, (request, caller) => buy(deps, caller, request)),
    answerUser(listTrustOrders, async (request, { user }) => {
      const page = pageOf({ page: pageNumber(request.page), limit: request.limit ?? PAGE_ROWS.orders });
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
      listInterest(db, user.id, { order, ...pageOf({ page: pageNumber(page), limit: PAGE_ROWS.interest }) }),
    ),
  ];
}

/** Whether a request turns a renewal on; turning it off is never refused. */
const isOn = ({ renewal }: RequestOf<typeof setRenewalCall>) => renewal !== 'none';

const PAGE_MAX = 1_000_000;

/** The page of a legacy client: 0, negative numbers and non-numbers mean the first page. */
function pageNumber(page: string | number | undefined): number {
  const read = z.safeDecode(count, page ?? 1);
  return read.success ? Math.min(Math.max(read.data, 1), PAGE_MAX) : 1;
}

export const trust: Module = {
  beginning: { function: 'trust', calls: [buyTrust] },
  refusedWhenFrozen: [{ call: buyTrust }, { call: setRenewalCall, when: isOn }],
  publishFirstTerms,
  readRules: (reader) => readTermTexts(reader, 'trust-terms', { versions: trustVersions, codec: trustVersionTerms }),
  entries: ENTRIES,
  userTables: [userTable('trust_interest', 'numbers'), userTable('trust_orders', 'numbers')],
  openThings: {
    trust: (id) => sql`select from trust_orders where user_id = ${id} and status = 'hosting'`,
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
