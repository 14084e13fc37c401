/** A position of a user as it goes over the wire, and what the calls of contracts share. */
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
export type PositionStatus = Exclude<z.output<typeof positionStatus>, 'closing'>;
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
  /** The tick at opening, or the target of an order that waits. */
  originPrice: field('origin_price', decimalWire),
  /** With the spread; of an order that waits, the target. */
  openPrice: field('price', decimalWire),
  /** The last tick, or the one that it was closed at. */
  markPrice: field('update_price', decimalWire),
  /** 0: none. */
  stopProfit: field('target_profit_price', decimalWire),
  stopLoss: field('stop_loss_price', decimalWire),
  lots: field('share', count),
  /** Of the base currency. */
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
  /** Floating at `markPrice`, by which `margin_rate` goes too; 0 when it is not open. */
  profit: field('profits', decimalWire),
  status: field('status', positionStatus),
  statusName: field('status_name', z.string()),
  isRebateSettled: field('settled', flag),
  /** Unix seconds, as the specified client formats it. */
  createdAtSeconds: field('create_time', count),
  transactionTime: field('transaction_time', z.union([z.literal(''), legacyTime])),
  updateTime: field('update_time', z.union([z.literal(''), legacyTime])),
  handleTime: field('handle_time', z.union([z.literal(''), legacyTime])),
  completeTime: field('complete_time', z.union([z.literal(''), legacyTime])),
  time: field('time', legacyTime),
  /** Without it clients of the family show no button to close. */
  orderType: field('order_type', z.literal(1)),
  // Ours
  marketId: field('match_id', marketId),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  mode: field('margin_mode', marginMode),
  addedMargin: field('added_margin', decimalWire),
  /** 0: none. Of a cross position while all others stay where they are. */
  liquidationPrice: field('liquidation_price', decimalWire),
  bankruptcyPrice: field('bankruptcy_price', decimalWire),
  profitCapPrice: field('profit_cap_price', decimalWire),
  /** Equity in percent of the margin at opening; of a cross position, of all of them. Null when it is not open. */
  marginRate: field('margin_rate', z.nullable(decimalWire)),
  /** The most that it wins. */
  reserve: field('reserve', decimalWire),
  closeReason: field('close_reason', z.nullable(closeReason)),
  /** What went back to the account, and what of a loss nobody but insurance and house could pay. */
  returned: field('returned', decimalWire),
  shortfall: field('shortfall', decimalWire),
  submittedAt: field('submitted_at', instant),
  openedAt: field('opened_at', z.nullable(instant)),
  endedAt: field('ended_at', z.nullable(instant)),
  /** Since then it is to be closed, and the next price closes it; missing of all others. */
  closingFrom: field('closing_from', z.optional(instant)),
  openTick: field('open_tick', z.nullable(optionTick)),
  closeTick: field('close_tick', z.nullable(optionTick)),
  /** Of which position this is the part that was closed. */
  parentId: field('parent_id', z.nullable(positionId)),
  priceSource: field('price_source', priceSource),
  terms: field('terms', futuresTerms),
  termsHash: field('terms_hash', termsHash),
});
/** A position of a user, or an order for one. */
export type FuturesPosition = z.output<typeof position>;
export const positionCodec = position;

/** A price of a form, where legacy clients send words too: undefined where it is empty, null where it is no number. */
export const loosePrice = z.optional(
  z.union([
    z.codec(z.literal(''), z.undefined(), { decode: () => undefined, encode: () => '' as const }),
    decimalWire,
    z.codec(z.string(), z.null(), { decode: () => null, encode: () => '' }),
  ]),
);

/** How the family names a market. */
export const whichMarket = {
  baseId: field('currency_id', orUnknown(currencyId)),
  quoteId: field('legal_id', orUnknown(currencyId)),
  /** Other servers of the family name the market instead. */
  marketId: field('currency_match_id', orUnknown(marketId)),
} as const;
