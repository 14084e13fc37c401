/** Futures: calls, files, jobs and commands. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { crossEquity, crossOf, freeOf, type MarginAccount } from '@halyard/contract/futures/account';
import {
  getFuturesTerms,
  listFuturesAccounts,
  listLegacyFutures,
  listPositions,
  openPosition,
  POSITIONS_CSV_PATH,
  positionsCsvRequest,
  reversePosition,
  type PositionPreview,
} from '@halyard/contract/futures/calls';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import { draftOrder, type PositionOrder } from '@halyard/contract/futures/order';
import {
  bankruptcyPrice,
  FUTURES_SHARES,
  overnightFee,
  profitCapPrice,
  type PositionSide,
} from '@halyard/contract/futures/position';
import { getPositionReceipt, getSharedPositionReceipt } from '@halyard/contract/futures/receiptCalls';
import { availableBeside } from '@halyard/contract/houseLimits';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { add, compare, decimal, min, multiply, ONE, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { answerPublic, answerUser, BusinessError } from '../../calls/callHandler.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import type { LeaseJob } from '../../jobs/job.ts';
import { createSweepJob, type SweepDeps, type Waiting } from '../../market/sweepJob.ts';
import type { Module, PublicProduct, TransferGuard } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { houseSideOf } from '../../terms/houseSide.ts';
import { readTermTexts, type RuleText } from '../../terms/versions.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { liquidationOf, loadAccount, readAccount, readCapital, readInsurance } from './accounts.ts';
import { bringUpToDate, nextMidnight } from './advanceMarkets.ts';
import {
  futuresVersions,
  futuresVersionTerms,
  publishFirstTerms,
  readCurrentTerms,
  readMarketFields,
  type CurrentTerms,
} from './currentTerms.ts';
import {
  EXPOSURE_COMMAND,
  FUTURES_COMMANDS,
  INSURANCE_COMMAND,
  listCurrencies,
  readOpenSides,
} from './futuresCommands.ts';
import { advanceAll, emitPositions, type FuturesDeps } from './futuresWrite.ts';
import { cancelOnBreak, createWriteHandlers } from './handlers.ts';
import { ENTRIES } from './ledgerEntries.ts';
import { notionalIn, readMarks, updateCrossBands } from './openPosition.ts';
import { positionMessages } from './positionMessages.ts';
import { FUTURES_LOCK, lockFutures } from './positionsRepository.ts';
import {
  countClosed,
  countOwn,
  listOwn,
  readFuturesAccounts,
  readLastTicks,
  readPositions,
  readPositionsCsv,
  readTotals,
} from './readPositions.ts';
import { readLoggedPosition, readPositionReceipt } from './receipts.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'positions-changed': { readonly userId: UserId; readonly ids: readonly PositionId[] };
  }
}

/** Series with open positions or orders; a cursor is deleted with the last of them. */
const WAITING: Waiting = {
  name: 'contracts.advance',
  markets: sql`select s.market_id from futures_cursors k join price_series s on s.id = k.series_id`,
};

export const transferGuard: TransferGuard = {
  kind: 'futures',
  /** Throws `BusinessError('INSUFFICIENT_BALANCE')` for more than is free (docs/product.md section 3). */
  async leave(tx, { userId, currencyId, amount }) {
    await lockFutures(tx);
    const changed = await bringUpToDate(tx);
    const loaded = await loadAccount(tx, { userId, currencyId }, await readMarks(tx));
    const { account } = loaded;
    // Also by prices that are public already and not yet processed for positions.
    const seen = { ...account, marks: new Map([...account.marks, ...(await readLastTicks(tx))]) };
    if (compare(min(freeOf(crossOf(account)), freeOf(crossOf(seen))), amount) < 0)
      throw new BusinessError('INSUFFICIENT_BALANCE');
    await updateCrossBands(tx, loaded, { ...account, balance: subtract(account.balance, amount) });
    emitPositions(tx, changed);
  },
  // Effects of ticks and the user's transfer are posted one after the other in one transaction.
  advisoryLock: FUTURES_LOCK,
};

export const publicProduct: PublicProduct = {
  readHouse: async (reader) =>
    Promise.all(
      (await listCurrencies(reader)).map(async ({ id, name: currency }) => {
        const sides = await readOpenSides(reader, id);
        return houseSideOf(await readCapital(reader, id), FUTURES_SHARES, {
          kind: 'contract',
          currency,
          atRisk: add(ZERO, ...sides.map(({ reserve }) => reserve)),
          open: sides.reduce((sum, { positions }) => sum + positions, 0),
          insurance: await readInsurance(reader, id),
        });
      }),
    ),
  // A position ends at the tick that closes it, which may be processed later; until then the day is incomplete.
  hasOpen: async (reader, { toMs }) => {
    const behind = await rowsOf(
      reader,
      sql`select k.series_id from futures_cursors k where k.at < ${new Date(toMs).toISOString()}::timestamptz and exists (
          select from futures_positions p where p.series_id = k.series_id and p.status in ('pending', 'trading')
        ) limit 1`,
    );
    return behind.length > 0;
  },
  readEnded: async (reader, { fromMs, toMs }) => {
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
    const rows = await rowsOf<{
      market: string;
      direction: PositionSide;
      currency: string;
      count: number;
      won: number;
      lost: number;
      tied: number;
      staked: string;
      paid: string;
    }>(
      reader,
      sql`select m.symbol as market, p.side as direction, c.name as currency, count(*)::int as count,
          count(*) filter (where p.profit > 0)::int as won, count(*) filter (where p.profit < 0)::int as lost,
          count(*) filter (where p.profit = 0)::int as tied,
          trim_scale(sum(p.origin_margin + p.added_margin))::text as staked,
          trim_scale(sum(p.returned))::text as paid
        from futures_positions p join markets m on m.id = p.market_id join currencies c on c.id = p.currency_id
        where p.status = 'closed' and p.ended_at >= ${from}::timestamptz and p.ended_at < ${to}::timestamptz
        group by m.symbol, p.side, c.name`,
    );
    return rows.map((row) => ({
      ...row,
      contract: 'contract',
      void: 0,
      staked: decimal(row.staked),
      paid: decimal(row.paid),
    }));
  },
};

export const futures: Module = {
  beginning: { function: 'futures', calls: [openPosition, reversePosition] },
  refusedWhenFrozen: [{ call: openPosition }, { call: reversePosition }],
  publishFirstTerms,
  waiting: WAITING,
  entries: ENTRIES,
  messages: positionMessages,
  userTables: [{ table: 'futures_positions', atEnd: 'keepAsBooks', notExported: 'all' }],
  cancelOnBreak,
  openThings: {
    positions: (id) => sql`select from futures_positions where user_id = ${id} and status in ('pending', 'trading')`,
  },
  commands: [...FUTURES_COMMANDS, EXPOSURE_COMMAND, INSURANCE_COMMAND],
  readMarketFields,
  transferGuard,
  product: publicProduct,
  houseNeeds: {
    contracts: async (reader, id) => availableBeside((await readCapital(reader, id)).held, FUTURES_SHARES),
    // As much as the open positions can win.
    insurance: async (reader, id) => (await readCapital(reader, id)).held,
  },
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
        answerUser(listLegacyFutures, async ({ baseId, quoteId, ...asked }, { user }) => {
          const page = pageOf(asked);
          const filter = { baseId, quoteId, status: 'trading' as const };
          const [rows, total, totals] = await Promise.all([
            listOwn(db, user.id, filter, page),
            countOwn(db, user.id, filter),
            readTotals(db, user.id),
          ]);
          return { ...totals, orders: toNumberedPage(listLegacyFutures.path, page, { rows, total }) };
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

// `lever/deal`: a market's terms, the user's account in it, and a preview of an order.

const SHOWN_POSITIONS = 10;

const QUICK_LOTS = [1, 5, 10, 50, 100];

/** The number of closed positions from which a user is first shown more than the lowest leverage. */
const LEARNED_AFTER = 10;

type Request = RequestOf<typeof getFuturesTerms>;

/** Errors: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
async function readFuturesTerms(
  reader: Reader,
  userId: UserId,
  { request, nowMs }: { readonly request: Request; readonly nowMs: number },
): Promise<AnswerOf<typeof getFuturesTerms>> {
  const current = await readCurrentTerms(reader, nowMs, request);
  const { market, terms, termsHash, atMs } = current;
  const marks = await readLastTicks(reader);
  const { account, records } = await readAccount(reader, { userId, currencyId: market.quoteId }, marks);
  const shown = { marketId: market.id, status: 'trading' as const };
  const [positions, closed] = await Promise.all([
    listOwn(reader, userId, shown, { limit: SHOWN_POSITIONS, offset: 0 }),
    countClosed(reader, userId),
  ]);
  const cross = crossOf(account);
  const { leverages } = terms;
  return {
    book: { in: [], out: [] },
    positions,
    lotLimits: { min: terms.minLots, max: terms.maxLots },
    choices: {
      leverages: leverages.map((leverage) => ({ value: String(leverage) })),
      lots: QUICK_LOTS.filter((lots) => lots >= terms.minLots && lots <= terms.maxLots).map((lots) => ({
        value: String(lots),
      })),
    },
    lastPrice: market.reference?.price ?? ZERO,
    free: freeOf(cross),
    notional: openNotional(account),
    quotePrice: ONE,
    exchangeRate: null,
    marketId: market.id,
    currencyId: market.quoteId,
    terms,
    termsHash,
    firstLeverage:
      closed < LEARNED_AFTER
        ? Math.min(...leverages)
        : (leverages[Math.floor(leverages.length / 2)] ?? Math.min(...leverages)),
    marketNotional: notionalIn([...records.values()].filter(({ marketId }) => marketId === market.id)),
    available: account.balance,
    crossEquity: crossEquity(cross),
    crossMargin: add(ZERO, ...cross.marked.map(({ position }) => position.originMargin)),
    nextOvernightAt: nextMidnight(atMs),
    preview: previewOf(current, account, request),
  };
}

/** The preview of an order; null when the request is incomplete, or without a price. */
function previewOf(
  { market, terms, atMs }: CurrentTerms,
  account: MarginAccount,
  request: Request,
): PositionPreview | null {
  const { lots, leverage, side, mode = 'isolated', targetPrice } = request;
  const tick = market.reference;
  if (lots == null || leverage == null || side == null || tick === undefined) return null;
  const order: PositionOrder = {
    side,
    mode,
    lots,
    leverage,
    targetPrice: targetPrice ?? null,
    takeProfit: null,
    stopLoss: null,
  };
  const draft = draftOrder(order, tick.price, terms);
  const paid = add(draft.margin, draft.fee);
  const { opensNow, entryPrice, quantity, notional, margin, fee, position } = draft;
  return {
    opensNow,
    entryPrice,
    quantity,
    notional,
    margin,
    fee,
    overnight: overnightFee(quantity, tick.price, terms.overnightRate),
    nextOvernightAt: nextMidnight(atMs),
    liquidationPrice:
      liquidationOf(account, {
        position,
        entryPrice,
        paid,
      }) ?? ZERO,
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
    freeAfter: subtract(freeOf(crossOf(account)), paid),
  };
}

function openNotional({ positions, marks }: MarginAccount): Decimal {
  return add(
    ZERO,
    ...positions.map(({ quantity, marketId, entryPrice }) =>
      multiply(quantity, marks.get(marketId)?.price ?? entryPrice),
    ),
  );
}

/** More than a user can have open. */
const ALL = { limit: 1000, offset: 0 } as const;

/** For ticks that have been logged, for ticks from before the start, and for ticks whose event was lost. */
const POLL_EVERY_MS = 250;

function createAdvanceJob(deps: Omit<FuturesDeps, 'takeTurn'> & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = oneForAll(() => advanceAll(deps, (tookMs) => letOthersFirst(deps.db, tookMs)));
  return createSweepJob({ name: WAITING.name, waiting: WAITING, pollEveryMs: POLL_EVERY_MS }, { ...deps, sweep });
}

/** One run serves all markets: callers during a run share the next one. */
function oneForAll(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = run();
        return running;
      });
    return next;
  };
}

/** The terms by version. */
export function readRules(reader: Reader): Promise<readonly RuleText[]> {
  return readTermTexts(reader, 'contract-terms', { versions: futuresVersions, codec: futuresVersionTerms });
}
