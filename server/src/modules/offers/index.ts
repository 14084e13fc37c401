/** The calls of new coins, and what time does to them. */
import {
  cancelSubscription,
  getOffer,
  getOwnShare,
  getRecommendedOffer,
  listOffers,
  listShares,
  listSubscriptions,
  SHARES_CSV_PATH,
  sharesCsvRequest,
  subscribe,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
} from '@halyard/contract/calls/offers';
import { answerPublic, answerUser, type Caller, type UserCaller } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { createAdvanceKind } from './advanceKind.ts';
import { ENTRIES } from './entryLabels.ts';
import { OFFER_COMMANDS } from './offerCommands.ts';
import { readOffer, readOfferTexts, readRecommended, selectOffers } from './offersRepository.ts';
import { SUBSCRIPTION_REVIEWS } from './reviewSubscription.ts';
import { createSandboxKind } from './sandboxOffers.ts';
import { readOwnShare, readShares, readSharesCsv } from './shares.ts';
import { giveUp, REPEAT_AFTER_MS, subscribeTo } from './subscribe.ts';
import { readSubscriptionsCsv } from './subscriptionsCsv.ts';
import { selectSubscriptions, sumSubscriptions } from './subscriptionsRepository.ts';

/** Clients of the family ask for all at once. */
const LIMIT_MAX = 1000;

export const offers: Module = {
  readRules: readOfferTexts,
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
      dueKinds: [createAdvanceKind(deps), ...(deps.isSandbox ? [createSandboxKind(deps)] : [])],
    };
  },
};

function createHandlers(deps: ModuleDeps) {
  const { db, clock, rates } = deps;
  const takeTurn = rates.counter('subscriptions', { max: 1, windowMs: REPEAT_AFTER_MS });
  const tellingOf = ({ language }: Caller) => ({ language, nowMs: clock.nowMs() });
  const whoseOf = ({ user, language }: UserCaller) => ({ userId: user.id, language });
  return [
    answerPublic(listOffers, ({ page }, caller) => selectOffers(db, Math.max(page ?? 1, 1), tellingOf(caller))),
    answerPublic(getOffer, ({ id }, caller) => readOffer(db, id, tellingOf(caller))),
    answerPublic(getRecommendedOffer, (_request, caller) => readRecommended(db, tellingOf(caller))),
    answerUser(subscribe, (request, caller) => subscribeTo({ ...deps, takeTurn }, whoseOf(caller), request)),
    answerUser(cancelSubscription, (request, caller) => giveUp(deps, whoseOf(caller), request)),
    answerUser(listSubscriptions, async (request, caller) => {
      const isPaged = request.page !== undefined || request.limit !== undefined;
      const page = isPaged ? pageOf(request) : { page: 1, limit: LIMIT_MAX, offset: 0 };
      const [rows, { total, totalInterest }] = await Promise.all([
        selectSubscriptions(db, whoseOf(caller), request, page),
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
