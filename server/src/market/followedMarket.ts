/** A market that follows one price series of a feed: appends its ticks and maintains its status. */
import type { MarketStatus, Tick } from '@halyard/contract/market/calls';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { METRICS } from '../health/metrics.ts';
import type { Feed, FeedBatch, FeedMarket } from './feeds/feed.ts';
import { followSeries, setMarketStatus, type MarketRecord } from './marketRecord.ts';
import { appendTicks, foldPast, openSeries, readPosition, type SeriesPosition, type SeriesTicks } from './series.ts';
import type { Waiting, WaitingMarkets } from './sweepJob.ts';

/** Dependencies of a feed. */
export type FeedDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  /**
   * Throws when another node leads by now; none can take over before the transaction ends. Ticks need no such check:
   * they name the position where the log must end.
   */
  readonly confirmLead: (tx: Transaction) => Promise<void>;
  /** Products that wait for prices; each tick names those that wait in its market. */
  readonly waiting?: readonly Waiting[];
};

/** A market under the control of a feed. */
export type FollowedMarket = {
  readonly symbol: string;
  /** Time of the series' last tick, on the feed's clock; undefined before the first. */
  lastAtMs(): number | undefined;
  /**
   * Prepares the next ticks that are due by `untilMs`, at most one batch. After an error the position is read again,
   * because a commit may have succeeded without an answer.
   */
  prepare(untilMs: number, feedNowMs: number): Promise<PreparedTicks>;
  /**
   * Folds the newest part of the past whose bars are still missing; returns whether more are missing. The result does
   * not depend on the time of the call: a part is whole days, and one transaction.
   */
  foldPast(): Promise<boolean>;
  /** Suspends the market when no tick has arrived for too long, and while all markets are `stopped`. */
  checkStall(stopped: boolean): Promise<void>;
};

/** Prepared ticks of a market. */
export type PreparedTicks = {
  readonly count: number;
  /** Neither ticks nor a change of status. */
  readonly isEmpty: boolean;
  /** Time of the last of these ticks; undefined without any. */
  readonly lastAtMs: number | undefined;
  /** When the next tick is due; undefined when there will be none. */
  readonly nextAtMs: number | undefined;
  /** For `appendTogether`; undefined when more than ticks must be written. */
  readonly together: (() => SeriesTicks) | undefined;
  append(tx: Transaction): Promise<void>;
  /** Call after the commit, with the products that now wait for prices, if known. */
  publish(waiting?: WaitingMarkets): void;
};

/** How long a market takes orders without a new price. */
const STALL_MS = 30_000;

/** Span that most charts open with; a market is not ready without bars for this much of its past. */
const FOLDED_AT_ONCE_MS = 2 * DAY_MS;
/** Ticks folded in one transaction: few enough to let other work run within a fraction of a second. */
const PAST_TICKS = 1000;

// An event is for new prices on a screen; a history of thousands of ticks is read from the log.
const EVENT_TICKS_MAX = 100;

/** Makes the market follow the feed's series, which continues where its log ends. */
export async function followMarket(
  deps: FeedDeps,
  feed: Feed,
  market: FeedMarket,
  record: MarketRecord,
): Promise<FollowedMarket> {
  const { db, events, clock, confirmLead } = deps;
  const { id: marketId, symbol } = record;
  const { opened: first, status: found } = await takeOver(deps, feed, market, record);
  let status = found;
  let isStopped = false;
  let position: SeriesPosition | undefined = first;
  let lastTickWallMs = clock.nowMs();

  const publishStatus = () => events.publish({ type: 'market-status-changed', marketId, symbol });
  const writeStatus = async (tx: Transaction, next: MarketStatus) => {
    await confirmLead(tx);
    await setMarketStatus(tx, marketId, next);
  };
  const setStatus = async (next: MarketStatus) => {
    if (next === status) return;
    await db.transaction((tx) => writeStatus(tx, next));
    status = next;
    publishStatus();
  };
  return {
    symbol,
    lastAtMs: () => position?.lastAtMs ?? first.lastAtMs,
    prepare: async (untilMs, feedNowMs) => {
      const from = position ?? (await readPosition(db, first.seriesId));
      const batch = advance(market, from, { untilMs, feedNowMs });
      const last = batch.ticks.at(-1);
      const next = nextStatus(batch, { status, feedNowMs, isStopped });
      let ticks: readonly Tick[] = [];
      const together = () => {
        position = undefined;
        ticks = batch.ticks.map((tick, index) => ({ seq: from.lastSeq + 1 + index, ...tick }));
        const { state, inputs } = batch;
        return { seriesId: from.seriesId, ticks: batch.ticks, after: from.lastSeq, state, inputs };
      };
      return {
        count: batch.ticks.length,
        isEmpty: last === undefined && next === status,
        lastAtMs: last && Date.parse(last.at),
        nextAtMs: batch.nextAtMs,
        together: next === status ? together : undefined,
        append: async (tx) => {
          position = undefined;
          const { state, inputs } = batch;
          ticks = await appendTicks(tx, from.seriesId, batch.ticks, { after: from.lastSeq, state, inputs });
          if (next !== status) await writeStatus(tx, next);
        },
        publish: (waiting) => {
          position = positionAfter(from, ticks, batch);
          METRICS.ticks.inc(ticks.length);
          if (last !== undefined) {
            lastTickWallMs = clock.nowMs();
            events.publish({ ...ticksAppended({ marketId, waiting }), symbol, ticks: ticks.slice(-EVENT_TICKS_MAX) });
          }
          if (next === status) return;
          status = next;
          publishStatus();
        },
      };
    },
    foldPast: pastFolding(db, first),
    checkStall: async (stopped) => {
      isStopped = stopped;
      const isSilent = clock.nowMs() - lastTickWallMs > STALL_MS;
      if (status === 'trading' && (stopped || isSilent)) await setStatus('feed-stalled');
    },
  };
}

/** Makes the market follow its series. Its status stays only if it followed the same series before. */
async function takeOver(deps: FeedDeps, feed: Feed, market: FeedMarket, { id: marketId, ...record }: MarketRecord) {
  const key = { marketId, source: feed.source, identity: market.identity };
  return deps.db.transaction(async (tx) => {
    await deps.confirmLead(tx);
    const opened = await openSeries(tx, key, market.initialState, foldedFrom(deps.clock.nowMs()));
    const status: MarketStatus = record.seriesId === opened.seriesId ? record.status : 'feed-stalled';
    await followSeries(tx, marketId, { seriesId: opened.seriesId, status });
    return { opened, status };
  });
}

function pastFolding(db: Database, { seriesId, foldedFromMs }: SeriesPosition): FollowedMarket['foldPast'] {
  let isMissing = foldedFromMs !== undefined;
  return async () => {
    isMissing &&= await db.transaction((tx) => foldPast(tx, seriesId, PAST_TICKS));
    return isMissing;
  };
}

const foldedFrom = (nowMs: number) => Math.floor((nowMs - FOLDED_AT_ONCE_MS) / DAY_MS) * DAY_MS;

/** The next batch: either of the past that is folded later, or of the ticks after it. */
function advance(
  market: FeedMarket,
  from: SeriesPosition,
  { untilMs, feedNowMs }: Readonly<Record<'untilMs' | 'feedNowMs', number>>,
): FeedBatch {
  const { foldedFromMs = 0, lastAtMs = 0 } = from;
  if (lastAtMs < foldedFromMs && foldedFromMs <= untilMs) {
    const past = market.advance(from, foldedFromMs - 1, feedNowMs);
    if (past.ticks.length > 0) return past;
  }
  return market.advance(from, untilMs, feedNowMs);
}

/** Fields of a ticks event for products that wait for prices. */
function ticksAppended({ marketId, waiting }: { marketId: MarketRecord['id']; waiting: WaitingMarkets | undefined }) {
  const type = 'ticks-appended' as const;
  if (waiting === undefined) return { type, marketId };
  return { type, marketId, waiting: Object.keys(waiting).filter((name) => waiting[name]?.includes(marketId)) };
}

type StatusNow = { readonly status: MarketStatus; readonly feedNowMs: number; readonly isStopped: boolean };

function nextStatus(batch: FeedBatch, { status, feedNowMs, isStopped }: StatusNow): MarketStatus {
  // Without a tick, only the end of the feed changes the status.
  const isReached = batch.ticks.length > 0 || batch.nextAtMs === undefined;
  const reached = isReached ? statusAfter(batch, feedNowMs) : status;
  return isStopped && reached === 'trading' ? 'feed-stalled' : reached;
}

// While a history is being filled in, its last price is old.
function statusAfter({ nextAtMs }: FeedBatch, feedNowMs: number): MarketStatus {
  if (nextAtMs === undefined) return 'feed-ended';
  return nextAtMs > feedNowMs ? 'trading' : 'feed-stalled';
}

function positionAfter(from: SeriesPosition, ticks: readonly Tick[], { state }: FeedBatch): SeriesPosition {
  const last = ticks.at(-1);
  if (last === undefined) return from;
  return {
    seriesId: from.seriesId,
    lastSeq: last.seq,
    lastPrice: last.price,
    lastAtMs: Date.parse(last.at),
    foldedFromMs: from.foldedFromMs,
    state,
  };
}
