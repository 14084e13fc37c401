/**
 * Trailing stops on the device: a tick that moves the extreme of an order sends no event, so the cached orders follow
 * the last prices by the rule of the exchange. An event or another answer replaces what was computed, unless it is
 * older.
 */
import type { Market } from '@halyard/contract/market/calls';
import { compare, type Decimal } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { reachedPrice, trailTrigger } from '@halyard/contract/spot/rules';
import type { AppStore } from '../../shared/store/hooks.ts';
import { marketOf } from '../markets/marketsData.ts';
import { selectMarkets } from '../markets/useMarkets.ts';
import { furtherOf } from './orderData.ts';
import { cacheOrders } from './ordersApi.ts';

/** Lets trailing stops follow the last prices in the store. Returns the function that ends it. */
export function followTrails(trailing: readonly Order[], store: AppStore): () => void {
  let seen: unknown;
  const follow = () => {
    const { data } = selectMarkets(store.getState());
    if (data === seen) return;
    seen = data;
    const moved = trailing.flatMap((order) => followPrice(order, marketOf(data, order.symbol)) ?? []);
    if (moved.length > 0) cacheOrders(moved, store.dispatch, store.getState());
  };
  follow();
  return store.subscribe(follow);
}

/** A trailing stop after the last price of its market; undefined when that does not move it. */
export function followPrice(order: Order, market: Market | undefined): Order | undefined {
  const { side, trailFraction: fraction, trailAmount: amount, extremePrice: before } = order;
  if (market?.lastPrice == null || market.asOf == null) return undefined;
  // The market's figures arrive later than the answer to a new order, which does not follow older prices.
  if (Date.parse(market.asOf) <= Date.parse(order.createdAt)) return undefined;
  const hasBegun = before !== undefined || isActivated(order, market.lastPrice);
  const extremePrice = hasBegun ? furtherOf(side, before, market.lastPrice) : undefined;
  if (extremePrice === undefined || extremePrice === before) return undefined;
  const trigger = trailTrigger(side, { fraction, amount }, extremePrice);
  return { ...order, extremePrice, triggerPrice: reachedPrice(side, trigger, market.pricePrecision) };
}

function isActivated({ side, activationPrice }: Order, price: Decimal): boolean {
  if (activationPrice === undefined) return true;
  const sign = compare(price, activationPrice);
  return side === 'sell' ? sign >= 0 : sign <= 0;
}
