/** Market events for legacy clients, which subscribe to nothing (docs/protocol.md). */
import * as z from 'zod/mini';
import { PERIODS, type Market, type Tick } from '@halyard/contract/market/calls';
import { compare } from '@halyard/contract/money';
import {
  LEGACY_DEPTH_LEVELS,
  LEGACY_EVENTS,
  legacyDayMarket,
  legacyDepth,
  legacyKline,
  legacyTrades,
} from '@halyard/contract/legacy-clients/broadcast';
import { createRefresher } from '../realtime/refresher.ts';
import type { RealtimeSources } from '../realtime/sources.ts';

/** Most trades of a market in one event; a client that connects later requests the trade list. */
const TRADES_MAX = 50;

export type BroadcastOptions = {
  readonly sources: RealtimeSources;
  readonly everyMs: number;
  /** Whether any client listens; nothing is read otherwise. */
  readonly hasListeners: () => boolean;
  readonly send: (event: string, payload: object) => void;
};

/** Starts the broadcast; returns the function that stops it. */
export function startLegacyBroadcast({ sources, everyMs, hasListeners, send }: BroadcastOptions): () => void {
  const lastSeqs = new Map<number, number>();
  const broadcastMarket = async (market: Market) => {
    await sendCandles(market, sources, send);
    await sendTrades(market);
    await sendDepth(market, sources, send);
  };
  const sendTrades = async (market: Market) => {
    // One more than is sent, because the direction of a trade follows from the one before it.
    const ticks = (await sources.readTicks(symbolOf(market), TRADES_MAX + 1)).toReversed();
    const lastSeq = lastSeqs.get(market.id);
    const newest = ticks.at(-1)?.seq;
    if (newest === undefined || newest === lastSeq) return;
    lastSeqs.set(market.id, newest);
    const trades = ticks.map(toTrade).filter((trade, index) => index > 0 && trade.id > (lastSeq ?? 0));
    if (trades.length === 0) return;
    const pair = { ...marketFields(market), ...pairNames(market) };
    send(LEGACY_EVENTS.trades, z.encode(legacyTrades, { type: LEGACY_EVENTS.trades, ...pair, trades }));
  };
  // The refresher also prevents a round from starting while a slow one is running.
  const round = createRefresher({
    everyMs: 0,
    onError: (error) => sources.log.error({ err: error }, 'the broadcast to legacy clients failed'),
    async work() {
      if (!hasListeners()) return;
      for (const market of await sources.listTickers()) await broadcastMarket(market);
    },
  });
  round.start();
  const timer = setInterval(round.touch, everyMs);
  return () => {
    clearInterval(timer);
    round.close();
  };
}

async function sendCandles(market: Market, sources: RealtimeSources, send: BroadcastOptions['send']): Promise<void> {
  const symbol = symbolOf(market);
  const candles = await Promise.all(PERIODS.map((period) => sources.readOpenCandle(symbol, period)));
  for (const [index, period] of PERIODS.entries()) {
    const candle = candles[index];
    if (candle === undefined) continue;
    const { open, close, high, low, volume, openedAtMs } = candle;
    const fields = { ...marketFields(market), period, open, close, high, low, volume, openedAtMs };
    send(LEGACY_EVENTS.kline, z.encode(legacyKline, { type: LEGACY_EVENTS.kline, ...fields }));
    if (period === '1day') sendDayMarket(market, fields, send);
  }
}

type DayFields = Omit<z.output<typeof legacyKline>, 'type'>;

function sendDayMarket(market: Market, fields: DayFields, send: BroadcastOptions['send']): void {
  const { changePercent, priceSource } = market;
  const row = { ...fields, changePercent, lastPrice: market.lastPrice ?? fields.close, priceSource };
  send(LEGACY_EVENTS.dayMarket, z.encode(legacyDayMarket, { type: LEGACY_EVENTS.dayMarket, ...row }));
}

async function sendDepth(market: Market, sources: RealtimeSources, send: BroadcastOptions['send']): Promise<void> {
  const { bids, asks } = await sources.readBook(symbolOf(market), LEGACY_DEPTH_LEVELS);
  const sides = { bids: bids.slice(0, LEGACY_DEPTH_LEVELS), asks: asks.slice(0, LEGACY_DEPTH_LEVELS).toReversed() };
  const pair = { ...marketFields(market), ...pairNames(market) };
  send(LEGACY_EVENTS.depth, z.encode(legacyDepth, { type: LEGACY_EVENTS.depth, ...pair, ...sides }));
}

/**
 * Legacy clients need a side, which a tick does not have. It follows from the price: not below the previous one is a
 * buy.
 */
function toTrade({ seq, price, quantity, at }: Tick, index: number, ticks: readonly Tick[]) {
  const before = ticks[index - 1]?.price;
  const direction = before !== undefined && compare(price, before) < 0 ? ('sell' as const) : ('buy' as const);
  return { id: seq, tradeId: seq, price, quantity, direction, atMs: Date.parse(at) };
}

function symbolOf({ base, quote }: Market): string {
  return `${base}/${quote}`;
}

function marketFields(market: Market) {
  const { id: marketId, baseId, quoteId, base, quote } = market;
  return { symbol: symbolOf(market), marketId, baseId, quoteId, base, quote };
}

function pairNames({ base, quote }: Market) {
  return { baseAgain: base, quoteAgain: quote };
}
