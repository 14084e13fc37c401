/** A position on the wire, and fields that the futures calls share. */
import * as z from 'zod/mini';
import {
  code,
  count,
  decimalWire,
  legacyPercent,
  legacyTime,
  field,
  flag,
  instant,
  orUnknown,
  wireObject,
  termsHash,
} from '../codec.ts';
import { futuresTerms } from './terms.ts';
import { currencyId, marketId, positionId, userId } from '../ids.ts';
import { priceSource } from '../market/calls.ts';
import { optionTick } from '../options/calls.ts';

export const positionSide = code({ long: 1, short: 2 });
export const marginMode = z.enum(['isolated', 'cross']);
/** 2, closing, is never stored: closing is one transaction. */
export const positionStatus = code({ pending: 0, trading: 1, closing: 2, closed: 3, cancelled: 4 });
export const closeReason = z.enum([
  'user',
  'stop_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'series_ended',
  'house_limit',
]);
/** In `submit`: at the market, or when a price is reached. */
export const futuresOrderKind = code({ market: 1, limit: 0 });

const position = wireObject({
  id: field('id', positionId),
  userId: field('user_id', userId),
  shownId: field('show_lever_id', count),
  side: field('type', positionSide),
  sideName: field('type_name', z.string()),
  baseId: field('currency', currencyId),
  quoteId: field('legal', currencyId),
  symbol: field('symbol', z.string()),
  /** The tick at opening, or the target of a pending order. */
  originPrice: field('origin_price', decimalWire),
  /** Including the spread; the target of a pending order. */
  entryPrice: field('price', decimalWire),
  /** The last tick, or the closing tick. */
  markPrice: field('update_price', decimalWire),
  /** 0: none. */
  takeProfit: field('target_profit_price', decimalWire),
  stopLoss: field('stop_loss_price', decimalWire),
  lots: field('share', count),
  /** In the base currency. */
  quantity: field('number', decimalWire),
  leverage: field('multiple', count),
  originMargin: field('origin_caution_money', decimalWire),
  margin: field('caution_money', decimalWire),
  fee: field('trade_fee', decimalWire),
  /** Percent a night. */
  overnightRate: field('overnight', legacyPercent),
  overnightTotal: field('overnight_money', decimalWire),
  /** Realised; 0 while it is open. */
  realizedProfit: field('fact_profits', decimalWire),
  /** Unrealised at `markPrice`, as is `margin_rate`; 0 when it is not open. */
  profit: field('profits', decimalWire),
  status: field('status', positionStatus),
  statusName: field('status_name', z.string()),
  isRebateSettled: field('settled', flag),
  /** Unix seconds, for legacy clients. */
  createdAtSeconds: field('create_time', count),
  transactionTime: field('transaction_time', z.union([z.literal(''), legacyTime])),
  updateTime: field('update_time', z.union([z.literal(''), legacyTime])),
  handleTime: field('handle_time', z.union([z.literal(''), legacyTime])),
  completeTime: field('complete_time', z.union([z.literal(''), legacyTime])),
  time: field('time', legacyTime),
  /** Legacy clients show the close button only with this value. */
  orderType: field('order_type', z.literal(1)),
  // Ours
  marketId: field('match_id', marketId),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  mode: field('margin_mode', marginMode),
  addedMargin: field('added_margin', decimalWire),
  /** 0: none. Of a cross position while all others stay unchanged. */
  liquidationPrice: field('liquidation_price', decimalWire),
  bankruptcyPrice: field('bankruptcy_price', decimalWire),
  profitCapPrice: field('profit_cap_price', decimalWire),
  /** Equity in percent of the margin at opening; of all cross positions for a cross one. Null when it is not open. */
  marginRate: field('margin_rate', z.nullable(decimalWire)),
  /** The most that it can win. */
  reserve: field('reserve', decimalWire),
  closeReason: field('close_reason', z.nullable(closeReason)),
  /** Amount returned to the account, and the loss that insurance and house paid. */
  returned: field('returned', decimalWire),
  shortfall: field('shortfall', decimalWire),
  submittedAt: field('submitted_at', instant),
  openedAt: field('opened_at', z.nullable(instant)),
  endedAt: field('ended_at', z.nullable(instant)),
  /** When closing was requested; the next price closes it. Missing otherwise. */
  closingFrom: field('closing_from', z.optional(instant)),
  openTick: field('open_tick', z.nullable(optionTick)),
  closeTick: field('close_tick', z.nullable(optionTick)),
  /** The position of which this is the closed part. */
  parentId: field('parent_id', z.nullable(positionId)),
  priceSource: field('price_source', priceSource),
  terms: field('terms', futuresTerms),
  termsHash: field('terms_hash', termsHash),
});
/** A position of a user, or an order for one. */
export type FuturesPosition = z.output<typeof position>;
export const positionCodec = position;

/**
 * A price of a form, where legacy clients send words too: undefined where it is empty, null where it is not a number.
 */
export const loosePrice = z.optional(
  z.union([
    z.codec(z.literal(''), z.undefined(), { decode: () => undefined, encode: () => '' as const }),
    decimalWire,
    z.codec(z.string(), z.null(), { decode: () => null, encode: () => '' }),
  ]),
);

/** The market as legacy clients name it. */
export const whichMarket = {
  baseId: field('currency_id', orUnknown(currencyId)),
  quoteId: field('legal_id', orUnknown(currencyId)),
  /** Other servers of the protocol name the market instead. */
  marketId: field('currency_match_id', orUnknown(marketId)),
} as const;
