/** All markets with their tickers, by id, so that a row depends only on its own market. */
import type { AnswerOf } from '@halyard/contract/call';
import type { MarketId } from '@halyard/contract/ids';
import type { listMarkets, Market } from '@halyard/contract/market/calls';
import { groupByQuote } from '@halyard/contract/market/quoteGroups';

export type MarketsData = {
  /** In the order of the exchange. */
  readonly ids: readonly MarketId[];
  readonly byId: Readonly<Record<MarketId, Market>>;
  /** When this device last received data of each market (Unix milliseconds, device clock). */
  readonly receivedAtMs: Readonly<Record<MarketId, number>>;
};

/** Symbol of a pair, such as `BTC/USDT`. */
export function symbolOf(market: Pick<Market, 'base' | 'quote'>): string {
  return `${market.base}/${market.quote}`;
}

/** The cache from a call's answer. */
export function marketsDataOf(groups: AnswerOf<typeof listMarkets>, nowMs: number): MarketsData {
  return replaceMarkets(
    groups.flatMap((group) => group.markets),
    nowMs,
  );
}

/** Converts the cache back to the shape of the call's answer. */
export function marketGroups({ ids, byId }: MarketsData): AnswerOf<typeof listMarkets> {
  return groupByQuote(ids.flatMap((id) => byId[id] ?? []));
}

/** Replaces all markets; hidden ones are left out. */
export function replaceMarkets(all: readonly Market[], nowMs: number): MarketsData {
  const markets = all.filter((market) => market.isDisplayed !== false);
  return {
    ids: markets.map(({ id }) => id),
    byId: Object.fromEntries(markets.map((market) => [market.id, market])),
    receivedAtMs: Object.fromEntries(markets.map(({ id }) => [id, nowMs])),
  };
}

/** Updates changed markets. Unknown markets are added at the end. */
export function mergeMarkets(data: MarketsData, changed: readonly Market[], nowMs: number): MarketsData {
  if (changed.length === 0) return data;
  const change = replaceMarkets(changed, nowMs);
  return {
    ids: [...data.ids, ...change.ids.filter((id) => data.byId[id] === undefined)],
    byId: { ...data.byId, ...change.byId },
    receivedAtMs: { ...data.receivedAtMs, ...change.receivedAtMs },
  };
}

/** A market by its symbol; `undefined` when there is none. */
export function marketOf(data: MarketsData | undefined, symbol: string | undefined): Market | undefined {
  const id = data?.ids.find((known) => symbolOf(data.byId[known] ?? NO_MARKET) === symbol);
  return id === undefined ? undefined : data?.byId[id];
}

/** The first in the order of the exchange. */
export function firstMarket(data: MarketsData | undefined): Market | undefined {
  const id = data?.ids[0];
  return id === undefined ? undefined : data?.byId[id];
}

const NO_MARKET = { base: '', quote: '' };
