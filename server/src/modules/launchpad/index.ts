/** New coins: calls, files, jobs and commands. */
import { sql } from 'drizzle-orm';
import {
  cancelSubscription,
  getOffering,
  getOwnShare,
  getRecommendedOffering,
  listOfferings,
  listShares,
  listSubscriptions,
  SHARES_CSV_PATH,
  sharesCsvRequest,
  subscribe,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
} from '@halyard/contract/launchpad/calls';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { answerPublic, answerUser, type Caller, type UserCaller } from '../../calls/callHandler.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { userTable } from '../../userTable.ts';
import { createAdvanceJob } from './advanceJob.ts';
import { ENTRIES } from './ledgerEntries.ts';
import { OFFERING_COMMANDS } from './offeringCommands.ts';
import { readOffering, readOfferingTexts, readRecommended, selectOfferings } from './offeringsRepository.ts';
import { SUBSCRIPTION_REVIEWS } from './reviewSubscription.ts';
import { createSandboxJob } from './sandboxOfferings.ts';
import { readOwnShare, readShares, readSharesCsv } from './shares.ts';
import { cancel, subscribeTo } from './subscribe.ts';
import { readSubscriptionsCsv, selectSubscriptions, sumSubscriptions } from './subscriptionsRepository.ts';

/** Legacy clients read all subscriptions at once. */
const LIMIT_MAX = 1000;

export const launchpad: Module = {
  beginning: { function: 'launchpad', calls: [subscribe] },
  refusedWhenFrozen: [{ call: subscribe }],
  readRules: readOfferingTexts,
  entries: ENTRIES,
  userTables: [userTable('offering_shares', 'numbers', ['salt']), userTable('offering_subscriptions', 'numbers')],
  openThings: {
    subscriptions: (id) =>
      sql`select from offering_subscriptions where user_id = ${id} and status in ('pending', 'passed', 'locked')`,
  },
  reviews: [SUBSCRIPTION_REVIEWS],
  commands: OFFERING_COMMANDS,
  csvFiles: [
    {
      path: SUBSCRIPTIONS_CSV_PATH,
      name: 'subscriptions',
      open: (db, userId, query) => readSubscriptionsCsv(db, userId, decodeInput(subscriptionsCsvRequest, query)),
    },
    {
      path: SHARES_CSV_PATH,
      name: 'allotment',
      openPublic: (db, query) => readSharesCsv(db, decodeInput(sharesCsvRequest, query)),
    },
  ],
  create(deps) {
    return {
      handlers: createHandlers(deps),
      jobs: [createAdvanceJob(deps), ...(deps.isSandbox ? [createSandboxJob(deps)] : [])],
    };
  },
};

function createHandlers(deps: ModuleDeps) {
  const { db, clock, rates } = deps;
  const takeTurn = rates.counter('subscriptions', { max: 1, windowMs: REPEAT_AFTER_MS });
  const answerContext = ({ language }: Caller) => ({ language, nowMs: clock.nowMs() });
  const callerContext = ({ user, language }: UserCaller) => ({ userId: user.id, language });
  return [
    answerPublic(listOfferings, ({ page }, caller) =>
      selectOfferings(db, Math.max(page ?? 1, 1), answerContext(caller)),
    ),
    answerPublic(getOffering, ({ id }, caller) => readOffering(db, id, answerContext(caller))),
    answerPublic(getRecommendedOffering, (_request, caller) => readRecommended(db, answerContext(caller))),
    answerOffered(deps, { call: subscribe, product: 'launchpad' }, (request, caller) =>
      subscribeTo({ ...deps, takeTurn }, callerContext(caller), request),
    ),
    answerUser(cancelSubscription, (request, caller) => cancel(deps, callerContext(caller), request)),
    answerUser(listSubscriptions, async (request, caller) => {
      const isPaged = request.page !== undefined || request.limit !== undefined;
      const page = isPaged ? pageOf(request) : { page: 1, limit: LIMIT_MAX, offset: 0 };
      const [rows, { total, totalInterest }] = await Promise.all([
        selectSubscriptions(db, callerContext(caller), request, page),
        sumSubscriptions(db, caller.user.id, request),
      ]);
      return { ...toNumberedPage(listSubscriptions.path, page, { rows, total }), totalInterest };
    }),
    answerPublic(listShares, async (request) => {
      const page = pageOf(request);
      return toNumberedPage(listShares.path, page, await readShares(db, request.id, page));
    }),
    answerUser(getOwnShare, ({ id }, { user }) => readOwnShare(db, id, user.id)),
  ];
}
