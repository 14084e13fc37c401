/** The calls of new coins, and what time does to them. */
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
import { answerPublic, answerUser, type Caller, type UserCaller } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { REPEAT_AFTER_MS } from '../../durations.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { createAdvanceJob } from './advanceJob.ts';
import { ENTRIES } from './entryLabels.ts';
import { OFFER_COMMANDS } from './offeringCommands.ts';
import { readOffering, readOfferingTexts, readRecommended, selectOfferings } from './offeringsRepository.ts';
import { SUBSCRIPTION_REVIEWS } from './reviewSubscription.ts';
import { createSandboxJob } from './sandboxOfferings.ts';
import { readOwnShare, readShares, readSharesCsv } from './shares.ts';
import { giveUp, subscribeTo } from './subscribe.ts';
import { readSubscriptionsCsv } from './subscriptionsCsv.ts';
import { selectSubscriptions, sumSubscriptions } from './subscriptionsRepository.ts';

/** Clients of the family ask for all at once. */
const LIMIT_MAX = 1000;

export const offers: Module = {
  readRules: readOfferingTexts,
  entries: ENTRIES,
  reviews: [SUBSCRIPTION_REVIEWS],
  commands: OFFER_COMMANDS,
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
  const tellingOf = ({ language }: Caller) => ({ language, nowMs: clock.nowMs() });
  const callerContext = ({ user, language }: UserCaller) => ({ userId: user.id, language });
  return [
    answerPublic(listOfferings, ({ page }, caller) => selectOfferings(db, Math.max(page ?? 1, 1), tellingOf(caller))),
    answerPublic(getOffering, ({ id }, caller) => readOffering(db, id, tellingOf(caller))),
    answerPublic(getRecommendedOffering, (_request, caller) => readRecommended(db, tellingOf(caller))),
    answerUser(subscribe, (request, caller) => subscribeTo({ ...deps, takeTurn }, callerContext(caller), request)),
    answerUser(cancelSubscription, (request, caller) => giveUp(deps, callerContext(caller), request)),
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
