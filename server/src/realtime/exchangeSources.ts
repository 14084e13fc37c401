/** Data sources of the realtime hub: the database, through the modules that own each reader. */
import type { UserId } from '@halyard/contract/ids';
import type { BalanceEvent } from '@halyard/contract/realtime/accountRoom';
import { ZERO } from '@halyard/contract/money';
import type { VerifyToken } from '../calls/callHandler.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { readBalances } from '../ledger/ledger.ts';
import { readCandles, readOpenCandle } from '../market/candles.ts';
import { listMarketRecords, type MarketRecord } from '../market/marketRecord.ts';
import { readTicks } from '../market/series.ts';
import type { Tickers } from '../market/tickers.ts';
import type { BalanceRef, ModuleReadings, RealtimeLog, RealtimeSources } from './sources.ts';

export type ExchangeDeps = {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'currency'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: RealtimeLog;
  readonly tickers: Pick<Tickers, 'list'>;
  readonly verifyToken: VerifyToken;
  readonly readings: ModuleReadings;
};

/** A market follows another series only after a start with another feed. */
const RECORDS_AGE_MAX_MS = 1000;

/** Creates the sources of a running exchange. */
export function createExchangeSources(deps: ExchangeDeps): RealtimeSources {
  const { db, events, clock, log, tickers, verifyToken, readings } = deps;
  const recordOf = createRecords(db);
  return {
    ...readings,
    events,
    clock,
    log,
    listTickers: tickers.list,
    async readOpenCandle(symbol, period) {
      const market = await recordOf(symbol);
      return market && readOpenCandle(db, market, period);
    },
    async readCandlesFrom(symbol, period, fromSeconds) {
      const market = await recordOf(symbol);
      return market ? readCandles(db, market, period, { fromSeconds, toSeconds: Number.MAX_SAFE_INTEGER }) : [];
    },
    async readTicks(symbol, limit) {
      const seriesId = (await recordOf(symbol))?.seriesId;
      return seriesId === undefined ? [] : readTicks(db, seriesId, limit);
    },
    readBalances: (userId, refs) => readNamedBalances(deps, userId, refs),
    async verifyToken(token) {
      const user = await verifyToken(token);
      return user && { userId: user.id, sessionId: user.sessionId };
    },
  };
}

function createRecords(db: Database): (symbol: string) => Promise<MarketRecord | undefined> {
  let cached: { readonly atMs: number; readonly records: Promise<readonly MarketRecord[]> } | undefined;
  return async (symbol) => {
    const nowMs = performance.now();
    if (cached === undefined || nowMs - cached.atMs >= RECORDS_AGE_MAX_MS) {
      cached = { atMs: nowMs, records: listMarketRecords(db) };
    }
    const reading = cached;
    try {
      return (await reading.records).find((market) => market.symbol === symbol);
    } catch (error) {
      if (cached === reading) cached = undefined;
      throw error;
    }
  };
}

/** An account without postings has a balance of zero. */
async function readNamedBalances(
  { db, catalogue }: Pick<ExchangeDeps, 'db' | 'catalogue'>,
  userId: UserId,
  refs: readonly BalanceRef[],
): Promise<BalanceEvent[]> {
  const held = await readBalances(db, userId);
  return Promise.all(
    refs.map(async ({ kind, currencyId }) => {
      const found = held.find((balance) => balance.kind === kind && balance.currencyId === currencyId);
      const amounts = { available: found?.available ?? ZERO, held: found?.held ?? ZERO };
      const { name: currency } = await catalogue.currency(currencyId);
      return { account: kind, currencyId, currency, ...amounts };
    }),
  );
}
