/** Receipts of closed positions: every input of their outcome, without the owner. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, wireObject, wireRequest, termsHash } from '../codec.ts';
import { futuresTerms } from './terms.ts';
import { marketId, positionId } from '../ids.ts';
import { priceSource } from '../market/calls.ts';
import { optionTick } from '../options/calls.ts';
import { closeReason, marginMode, positionSide } from './positionCodec.ts';

const receipt = wireObject({
  id: field('id', positionId),
  rule: field('rule', z.string()),
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** The price series of the ticks. */
  series: field('series', count),
  side: field('type', positionSide),
  mode: field('margin_mode', marginMode),
  terms: field('terms', futuresTerms),
  termsHash: field('terms_hash', termsHash),
  currency: field('currency', z.string()),
  leverage: field('multiple', count),
  lots: field('share', count),
  quantity: field('number', decimalWire),
  entryPrice: field('price', decimalWire),
  originMargin: field('origin_caution_money', decimalWire),
  /** At closing: with additions, less overnight fees. */
  margin: field('caution_money', decimalWire),
  addedMargin: field('added_margin', decimalWire),
  overnightTotal: field('overnight_money', decimalWire),
  fee: field('trade_fee', decimalWire),
  reserve: field('reserve', decimalWire),
  takeProfit: field('target_profit_price', z.nullable(decimalWire)),
  stopLoss: field('stop_loss_price', z.nullable(decimalWire)),
  openedAt: field('opened_at', instant),
  openTick: field('open_tick', optionTick),
  /** The last tick before the closing one. */
  beforeTick: field('before_tick', z.nullable(optionTick)),
  closeTick: field('close_tick', optionTick),
  closeReason: field('close_reason', closeReason),
  profit: field('profit', decimalWire),
  returned: field('returned', decimalWire),
  /** Loss beyond the margin that the account paid, and that margins of other cross positions paid. */
  fromBalance: field('from_balance', decimalWire),
  fromMargins: field(
    'from_margins',
    z.array(wireObject({ id: field('id', positionId), amount: field('amount', decimalWire) })),
  ),
  /** Rest of the loss, and the part of it that insurance paid; the house paid the remainder. */
  shortfall: field('shortfall', decimalWire),
  insured: field('insured', decimalWire),
  /** The last ticks at which it was evaluated: for a cross account those of all its markets. */
  marks: field(
    'marks',
    z.array(wireObject({ marketId: field('match_id', marketId), tick: field('tick', optionTick) })),
  ),
  closedAt: field('closed_at', instant),
  /** Ids of its ledger entries. */
  entries: field('entries', z.array(z.string())),
  /** Random. Anyone with it can read the receipt. */
  key: field('key', z.optional(z.uuid())),
});
/** Every input of the outcome of a position. */
export type PositionReceipt = z.output<typeof receipt>;

/** Only for the owner: positions are numbered. Errors: POSITION_NOT_FOUND, also while it is not closed. */
export const getPositionReceipt = defineCall({
  method: 'GET',
  path: 'fairness/contract_receipt',
  access: 'user',
  isOwn: true,
  summary: "The receipt of one of the user's closed positions, with its key.",
  request: wireRequest({
    id: field('id', positionId),
    // In links from before receipts had keys; ignored.
    termsHash: field('terms_hash', z.optional(termsHash)),
  }),
  answer: receipt,
});

/** For anyone with the key. Errors: POSITION_NOT_FOUND. */
export const getSharedPositionReceipt = defineCall({
  method: 'GET',
  path: 'fairness/shared_contract_receipt',
  isOwn: true,
  summary: 'The receipt of a closed position, by its key.',
  request: wireRequest({ id: field('id', positionId), key: field('key', z.uuid()) }),
  answer: receipt,
});
