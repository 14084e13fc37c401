/** New coins: calls, files, jobs and commands. */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OfferingId, UserId } from '@halyard/contract/ids';
import {
  cancelSubscription,
  getOffering,
  getOwnShare,
  getRecommendedOffering,
  listOfferings,
  listShares,
  listSubscriptions,
  SHARES_CSV_COLUMNS,
  SHARES_CSV_PATH,
  sharesCsvRequest,
  subscribe,
  SUBSCRIPTIONS_CSV_PATH,
  subscriptionsCsvRequest,
  type OwnShare,
  type Share,
} from '@halyard/contract/launchpad/calls';
import { answerPublic, answerUser, BusinessError, type Caller, type UserCaller } from '../../calls/callHandler.ts';
import { openCsv } from '../../calls/csvFile.ts';
import { pageOf, toNumberedPage, type Page } from '../../calls/paging.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { createAdvanceJob } from './advanceJob.ts';
import { ENTRIES } from './ledgerEntries.ts';
import { OFFERING_COMMANDS } from './offeringCommands.ts';
import {
  readOffering,
  readOfferingTexts,
  readRecommended,
  selectOfferings,
  type OfferingStatus,
} from './offeringsRepository.ts';
import { createSandboxJob, readPromised } from './publishOffering.ts';
import { cancel, subscribeTo, SUBSCRIPTION_REVIEWS } from './subscribe.ts';
import { subscriptionMessages } from './subscriptionEvents.ts';
import { readSubscriptionsCsv, selectSubscriptions, sumSubscriptions } from './subscriptionsRepository.ts';

export const launchpad: Module = {
  beginning: { function: 'launchpad', calls: [subscribe] },
  refusedWhenFrozen: [{ call: subscribe }],
  readRules: readOfferingTexts,
  entries: ENTRIES,
  messages: subscriptionMessages,
  userTables: [
    { table: 'offering_shares', atEnd: 'keepAsBooks', notExported: ['salt'] },
    { table: 'offering_subscriptions', atEnd: 'keepAsBooks' },
  ],
  openThings: {
    subscriptions: (id) =>
      sql`select from offering_subscriptions where user_id = ${id} and status in ('pending', 'passed', 'locked')`,
  },
  houseNeeds: { subscription: readPromised },
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

// The allotment of an offering: public rows without names, and each participant's own row.

// The salt and the id as text, concatenated.
const PARTICIPANT = sql`encode(sha256(convert_to(p.salt || p.user_id, 'UTF8')), 'hex')`;

const COLUMNS = sql`p.row, ${PARTICIPANT} as participant, p.demand::text as demand, p.cap::text as cap, p.units::text as units`;

const UNALLOTTED: readonly OfferingStatus[] = ['subscribing', 'withdrawing', 'withdrawn'];

/** Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
async function requireAllotted(reader: Reader, id: OfferingId): Promise<void> {
  const [offering] = await rowsOf<{ status: OfferingStatus }>(
    reader,
    sql`select status from offerings where id = ${id}`,
  );
  if (offering === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  if (UNALLOTTED.includes(offering.status)) throw new BusinessError('OFFER_NOT_ALLOTTED');
}

function selectShares(reader: Reader, id: OfferingId, rest: SQL): Promise<Share[]> {
  return rowsOf<Share>(reader, sql`select ${COLUMNS} from offering_shares p where p.offering_id = ${id} ${rest}`);
}

/** A page of participants. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
async function readShares(reader: Reader, id: OfferingId, { limit, offset }: Page) {
  await requireAllotted(reader, id);
  const rows = await selectShares(reader, id, sql`and p.row > ${offset} order by p.row limit ${limit}`);
  const [all] = await rowsOf<{ total: number }>(
    reader,
    sql`select coalesce(max(row), 0)::int as total from offering_shares where offering_id = ${id}`,
  );
  return { rows, total: all?.total ?? 0 };
}

/** A user's own row; null without participation. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
async function readOwnShare(reader: Reader, id: OfferingId, userId: UserId): Promise<OwnShare | null> {
  await requireAllotted(reader, id);
  const [row] = await rowsOf<Share & { salt: string }>(
    reader,
    sql`select ${COLUMNS}, p.salt from offering_shares p where p.offering_id = ${id} and p.user_id = ${userId}`,
  );
  if (row === undefined) return null;
  const { salt, ...share } = row;
  return { share, salt };
}

/** All participants. Throws `BusinessError`: OFFER_NOT_FOUND, OFFER_NOT_ALLOTTED. */
async function readSharesCsv(db: Database, { id }: z.output<typeof sharesCsvRequest>): Promise<AsyncGenerator<string>> {
  await requireAllotted(db, id);
  return openCsv({
    columns: SHARES_CSV_COLUMNS,
    read: (limit, last: Share | undefined) =>
      selectShares(db, id, sql`and p.row > ${last?.row ?? 0} order by p.row limit ${limit}`),
    cellsOf: ({ row, participant, demand, cap, units }) => ({
      row: String(row),
      participant,
      demand,
      cap: cap ?? '',
      units,
    }),
  });
}

/** Legacy clients read all subscriptions at once. */
const LIMIT_MAX = 1000;

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
