/** The calls of contracts, and what moves positions with prices. */
import {
  getFuturesTerms,
  listFuturesAccounts,
  listFamilyFutures,
  listPositions,
  POSITIONS_CSV_PATH,
  positionsCsvRequest,
} from '@halyard/contract/futures/calls';
import { getPositionReceipt, getSharedPositionReceipt } from '@halyard/contract/futures/receiptCalls';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { REPEAT_AFTER_MS } from '../../durations.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { createAdvanceJob, WAITING } from './advanceJob.ts';
import { CONTRACT_COMMANDS } from './futuresCommands.ts';
import { ENTRIES } from './entryLabels.ts';
import { EXPOSURE_COMMAND } from './exposureCommand.ts';
import { transferGuard } from './transferGuard.ts';
import { createWriteHandlers } from './handlers.ts';
import { INSURANCE_COMMAND } from './insuranceCommand.ts';
import { readMarketFields } from './marketFields.ts';
import { readPositionsCsv } from './positionsCsv.ts';
import { readFuturesTerms } from './readFuturesTerms.ts';
import { countOwn, listOwn, readFuturesAccounts, readPositions, readTotals } from './readPositions.ts';
import { publicProduct, readRules } from './publicProduct.ts';
import { readPositionReceipt } from './receipts.ts';
import { readLoggedPosition } from './loggedPosition.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'positions-changed': { readonly userId: UserId; readonly ids: readonly PositionId[] };
  }
}

/** More than anybody may have open. */
const ALL = { limit: 1000, offset: 0 } as const;

export const contracts: Module = {
  waiting: WAITING,
  entries: ENTRIES,
  commands: [...CONTRACT_COMMANDS, EXPOSURE_COMMAND, INSURANCE_COMMAND],
  readMarketFields,
  transferGuard,
  product: publicProduct,
  readRules,
  csvFiles: [
    {
      path: POSITIONS_CSV_PATH,
      name: 'positions',
      open: (db, userId, query) => readPositionsCsv(db, userId, decodeInput(positionsCsvRequest, query)),
    },
  ],
  create(deps) {
    const { db, clock, log, rates, dataDir } = deps;
    const head = publishedHead(dataDir);
    const takeTurn = rates.counter('contracts', { max: 1, windowMs: REPEAT_AFTER_MS });
    const onError = (error: unknown) =>
      log.error({ err: error }, 'positions could not be brought up to date; the next tick tries again');
    return {
      handlers: [
        ...createWriteHandlers({ ...deps, takeTurn }),
        answerUser(getFuturesTerms, (request, { user }) =>
          readFuturesTerms(db, user.id, { request, nowMs: clock.nowMs() }),
        ),
        answerUser(listPositions, async (request, { user }) => {
          const page = pageOf(request);
          const [rows, total, totals] = await Promise.all([
            listOwn(db, user.id, request, page),
            countOwn(db, user.id, request),
            readTotals(db, user.id),
          ]);
          return { totals, page: toNumberedPage(listPositions.path, page, { rows, total }) };
        }),
        answerUser(listFamilyFutures, async ({ baseId, quoteId, ...asked }, { user }) => {
          const page = pageOf(asked);
          const filter = { baseId, quoteId, status: 'trading' as const };
          const [rows, total, totals] = await Promise.all([
            listOwn(db, user.id, filter, page),
            countOwn(db, user.id, filter),
            readTotals(db, user.id),
          ]);
          return { ...totals, orders: toNumberedPage(listFamilyFutures.path, page, { rows, total }) };
        }),
        answerUser(listFuturesAccounts, (_request, { user }) => readFuturesAccounts(db, user.id)),
        answerUser(getPositionReceipt, ({ id }, { user }) => readPositionReceipt(db, id, { userId: user.id })),
        answerPublic(getSharedPositionReceipt, ({ id, key }) => readPositionReceipt(db, id, { key })),
        answerUser(getLoggedPosition, async ({ id }, { user }) => ({
          file: await readLoggedPosition(db, head, user.id, id),
        })),
      ],
      jobs: [createAdvanceJob({ ...deps, onError })],
      realtime: {
        readPositions: (userId, ids) => readPositions(db, userId, ids),
        readFutures: async (userId) => {
          const [{ hazardRate }, positions] = await Promise.all([
            readTotals(db, userId),
            listOwn(db, userId, { isOver: 'no' }, ALL),
          ]);
          return { hazardRate, positions };
        },
      },
    };
  },
};
