/**
 * The house maker in a market's book: the published ladder, less the quantity taken at this tick, within the house's
 * funds.
 */
import type { MarketId } from '@halyard/contract/ids';
import type { BookLevel } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import {
  fundedLadder,
  makerLadder,
  remainingLadder,
  type Ladder,
  type LadderScatter,
} from '@halyard/contract/spot/ladder';
import type { MarketRecord, ReferencePrice } from '../../market/marketRecord.ts';

/** The house's available funds in a market, and the best prices of waiting user orders. */
export type HouseView = {
  readonly base: Decimal;
  readonly quote: Decimal;
  readonly bestBid: Decimal | undefined;
  readonly bestAsk: Decimal | undefined;
};

/** How much of the ladder is taken at the tick `seq`. */
export type LadderTaken = MarketRecord['ladderTaken'];

export type House = {
  /** Current quotes of the house. None unless the market trades and has a price, since an old price is not a price. */
  quotes(market: MarketRecord, funds: Pick<HouseView, 'base' | 'quote'>): Ladder;
};

type LadderCache = {
  readonly key: string;
  readonly ladder: Ladder;
  /** The house's cost of a whole side. */
  readonly bidCost: Decimal;
  readonly askCost: Decimal;
};

/**
 * Creates the house. It caches the last ladder of each market: a ladder is a pure function of a price that stays for a
 * second.
 */
export function createHouse(): House {
  const cached = new Map<MarketId, LadderCache>();
  const ladderOf = (market: MarketRecord, reference: ReferencePrice): LadderCache => {
    const scatter = scatterOf(market, reference);
    const key = JSON.stringify([reference.price, market.ladder, scatter]);
    const last = cached.get(market.id);
    if (last?.key === key) return last;
    const ladder = makerLadder(reference.price, market.ladder, scatter);
    const bidCost = add(...ladder.bids.map(([price, quantity]) => multiply(price, quantity)));
    const askCost = add(...ladder.asks.map(([, quantity]) => quantity));
    const made = { key, ladder, bidCost, askCost };
    cached.set(market.id, made);
    return made;
  };
  return {
    quotes(market, { base, quote }) {
      const { reference, status, terms } = market;
      if (reference === undefined || status !== 'trading') return { bids: [], asks: [] };
      const { ladder, bidCost, askCost } = ladderOf(market, reference);
      const { bid, ask } = takenNow(market);
      const bids = leftOf(ladder.bids, bid);
      const asks = leftOf(ladder.asks, ask);
      // Mostly the house can pay for the whole side, and then there is nothing to cut.
      return {
        bids: compare(quote, bidCost) >= 0 ? bids : fundedLadder(bids, 'bid', quote, terms.quantityPrecision),
        asks: compare(base, askCost) >= 0 ? asks : fundedLadder(asks, 'ask', base, terms.quantityPrecision),
      };
    },
  };
}

/**
 * The earliest time of a tick whose ladder an order meets (docs/adr/0037-no-trade-on-a-past-price.md); undefined where
 * prices are not live.
 */
export function ladderFrom(
  { source, ladderDelayMs }: MarketRecord,
  { createdAt }: { readonly createdAt: string },
): string | undefined {
  if (source !== 'live' || ladderDelayMs === 0) return undefined;
  return new Date(Date.parse(createdAt) + ladderDelayMs).toISOString();
}

/** Whether the current tick is the one of {@link ladderFrom} or a later one. */
export function meetsLadder({ reference }: MarketRecord, from: string | undefined): boolean {
  return from === undefined || (reference !== undefined && reference.at >= from);
}

/** Simulated books are scattered; others are even. */
function scatterOf({ model, seriesId }: MarketRecord, { at }: ReferencePrice): LadderScatter | undefined {
  if (model === undefined || seriesId === undefined) return undefined;
  return { seriesId, second: Math.floor(Date.parse(at) / 1000) };
}

/** The ladder levels that an order of this side trades with. */
export function quotesAgainst(side: Side, quotes: Ladder): readonly BookLevel[] {
  return side === 'buy' ? quotes.asks : quotes.bids;
}

/** The ladder's taken quantities after it gave `quantity` to orders of this side; `undefined` when it gave nothing. */
export function takenAfter(market: MarketRecord, side: Side, quantity: Decimal): LadderTaken | undefined {
  if (compare(quantity, ZERO) === 0 || market.reference === undefined) return undefined;
  const { bid, ask } = takenNow(market);
  const { seq } = market.reference;
  return side === 'buy' ? { seq, bid, ask: add(ask, quantity) } : { seq, bid: add(bid, quantity), ask };
}

/** The side whose waiting orders cross the ladder, if there is one; they have to be filled before any other trade. */
export function crossedSide(view: Pick<HouseView, 'bestBid' | 'bestAsk'>, quotes: Ladder): Side | undefined {
  const [bid] = quotes.bids[0] ?? [];
  const [ask] = quotes.asks[0] ?? [];
  if (view.bestBid !== undefined && ask !== undefined && compare(view.bestBid, ask) >= 0) return 'buy';
  if (view.bestAsk !== undefined && bid !== undefined && compare(view.bestAsk, bid) <= 0) return 'sell';
  return undefined;
}

function takenNow({ ladderTaken, reference }: MarketRecord): Pick<LadderTaken, 'bid' | 'ask'> {
  return ladderTaken.seq === reference?.seq ? ladderTaken : { bid: ZERO, ask: ZERO };
}

/** The remaining levels of a side. Only levels that gave something are computed: every order asks for the ladder. */
function leftOf(levels: readonly BookLevel[], taken: Decimal): readonly BookLevel[] {
  let gone = taken;
  let index = 0;
  for (const [, quantity] of levels) {
    if (compare(gone, quantity) < 0) break;
    gone = subtract(gone, quantity);
    index += 1;
  }
  return [...remainingLadder(levels.slice(index, index + 1), gone), ...levels.slice(index + 1)];
}
