/** Options: delivery times, terms, purchases, lists, results and self-imposed limits (docs/product.md 2). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalWire,
  legacyPercent,
  legacyTime,
  field,
  flag,
  formFlag,
  instant,
  noParameters,
  orUnknown,
  requestId,
  wireObject,
  wireRequest,
  termsHash,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { optionTerms } from './terms.ts';
import { currencyId, marketId, optionId, userId } from '../ids.ts';
import { priceSource } from '../market/calls.ts';
import { numberedPage, pageRequest } from '../paging.ts';

/** Legacy clients know 1 and 2 only. */
export const direction = code({ up: 1, down: 2, even: 3 });
/** `due`: expired, but its settlement tick has not arrived. */
export const optionStatus = code({ open: 1, due: 2, closed: 3 });
export const optionResult = z.enum(['win', 'tie', 'lose', 'void']);
export const voidReason = z.enum(['no_tick', 'series_ended']);

const deliveryTime = wireObject({
  id: field('id', count),
  seconds: field('seconds', count),
  status: field('status', count),
  /** Of up and down, percent. */
  profitRatio: field('profit_ratio', legacyPercent),
  /** 100: a lost option loses the whole stake. */
  lossRatio: field('loss_ratio', legacyPercent),
  minStake: field('min_amount', decimalWire),
  /** The same value again, for legacy clients. */
  minNumber: field('min_num', decimalWire),
  maxStake: field('max_amount', decimalWire),
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  // Ours, where the request names a market.
  terms: field('terms', z.optional(optionTerms)),
  termsHash: field('terms_hash', z.optional(termsHash)),
  /** Percent; null where `even` is not available now. */
  evenRatio: field('even_ratio', z.optional(z.nullable(legacyPercent))),
  /** Percent: the chance from which the ratio is computed, for a purchase now. */
  evenChance: field('even_chance', z.optional(z.nullable(decimalWire))),
  evenTerms: field('even_terms', z.optional(z.nullable(optionTerms))),
  evenTermsHash: field('even_terms_hash', z.optional(z.nullable(termsHash))),
});
/** A delivery time and its payout ratio. */
export type DeliveryTime = z.output<typeof deliveryTime>;

/**
 * With a market the rows include its full terms and the ratio of `even`, for the first stake currency unless another
 * one is named. Errors: MARKET_NOT_FOUND, MARKET_NOT_OPEN, CURRENCY_NOT_FOUND.
 */
export const listDeliveryTimes = defineCall({
  method: 'GET',
  path: 'microtrade/seconds',
  summary: 'Delivery times of options, with their payout ratios and fees.',
  request: wireRequest({
    marketId: field('match_id', choiceOf(marketId)),
    currencyId: field('currency_id', choiceOf(currencyId)),
  }),
  answer: z.array(deliveryTime),
});

const stakeCurrency = wireObject({
  id: field('id', currencyId),
  name: field('name', z.string()),
  /** Percent of the stake, added to it. */
  feeRate: field('micro_trade_fee', legacyPercent),
  /** Over all delivery times. */
  minStake: field('micro_min', decimalWire),
  maxStake: field('micro_max', decimalWire),
  /** The most open options of a user. */
  openMax: field('micro_holdtrade_max', count),
  quickStakes: field(
    'micro_numbers',
    z.array(
      wireObject({
        id: field('id', count),
        currencyId: field('currency_id', currencyId),
        stake: field('number', decimalWire),
      }),
    ),
  ),
  wallet: field(
    'user_wallet',
    wireObject({
      available: field('micro_balance', decimalWire),
      held: field('lock_micro_balance', decimalWire),
      /** Always 0: there is no insurance. */
      insured: field('micro_with_insurance', decimalWire),
    }),
  ),
});
/** A currency of stakes. */
export type StakeCurrency = z.output<typeof stakeCurrency>;

export const listStakeCurrencies = defineCall({
  method: 'GET',
  path: 'microtrade/payable_currencies',
  access: 'user',
  summary: 'Currencies of stakes, with fee, limits and the balance of the option account.',
  request: noParameters,
  answer: z.array(stakeCurrency),
});

export const optionTick = wireObject({
  seq: field('seq', count),
  at: field('at', instant),
  price: field('price', decimalWire),
});
/** A tick that decides an option. */
export type OptionTick = z.output<typeof optionTick>;

const option = wireObject({
  id: field('id', optionId),
  userId: field('user_id', userId),
  marketId: field('match_id', marketId),
  currencyId: field('currency_id', currencyId),
  direction: field('type', direction),
  directionName: field('type_name', z.string()),
  seconds: field('seconds', count),
  stake: field('number', decimalWire),
  openPrice: field('open_price', decimalWire),
  /** 0 until there is one. */
  endPrice: field('end_price', decimalWire),
  fee: field('fee', decimalWire),
  profitRatio: field('profit_ratio', legacyPercent),
  lossRatio: field('loss_ratio', legacyPercent),
  /** Won or lost, without stake and fee; 0 while it is open. */
  profit: field('fact_profits', decimalWire),
  status: field('status', optionStatus),
  statusName: field('status_name', z.string()),
  /** -1 lost, 1 won, 0 neither. */
  resultNumber: field('profit_result', z.literal([-1, 0, 1])),
  resultName: field('profit_result_name', z.string()),
  isInsured: field('is_insurance', flag),
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  handledAt: field('handled_at', legacyTime),
  completeAt: field('complete_at', z.nullable(legacyTime)),
  returnAt: field('return_at', z.nullable(legacyTime)),
  /** Until the expiry by the exchange's clock, when the answer was written; never below zero. */
  remainMs: field('remain_milli_seconds', count),
  currency: field('currency_name', z.string()),
  symbol: field('symbol_name', z.string()),
  shownId: field('show_micro_id', count),
  // Ours
  result: field('result', z.nullable(optionResult)),
  voidReason: field('void_reason', z.nullable(voidReason)),
  /** Payout of a win, besides the stake. */
  payout: field('payout', decimalWire),
  purchasedAt: field('purchased_at', instant),
  dueAt: field('due_at', instant),
  settledAt: field('settled_at', z.nullable(instant)),
  priceSource: field('price_source', priceSource),
  openTick: field('open_tick', optionTick),
  /** The last tick before the expiry, and the first tick at or after it. */
  beforeTick: field('before_tick', z.nullable(optionTick)),
  endTick: field('end_tick', z.nullable(optionTick)),
  terms: field('terms', optionTerms),
  termsHash: field('terms_hash', termsHash),
});
/** A purchased option. */
export type Option = z.output<typeof option>;
export const optionCodec = option;

/**
 * Buys an option, which opens at the first tick from now on: the answer waits for it, 3 s at most, and without one the
 * purchase is refused (PRICE_STALE). Errors, the first that applies: NO_IDENTITY (type 998); REAL_NAME_REQUIRED,
 * TIME_REQUIRED, SECONDS_INVALID, DIRECTION_INVALID, MARKET_NOT_FOUND, MARKET_NOT_OPEN, MARKET_SUSPENDED,
 * VENUES_TOO_FEW, CURRENCY_NOT_FOUND, AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min, max}, AMOUNT_TOO_LARGE {min, max},
 * AMOUNT_PRECISION {places}, OWN_LIMIT {max}, OPTIONS_TOO_MANY {max}, PRICE_STALE, EVEN_NOT_OFFERED, TERMS_CHANGED,
 * PRICE_MOVED {price}, HOUSE_LIMIT {max}, INSUFFICIENT_BALANCE. RATE_LIMITED {seconds} for the same order within a
 * second without a request id; REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const buyOption = defineCall({
  method: 'POST',
  path: 'microtrade/submit',
  access: 'user',
  summary: 'Buy an option: up, down or even.',
  request: wireRequest({
    marketId: field('match_id', orUnknown(marketId)),
    currencyId: field('currency_id', orUnknown(currencyId)),
    direction: field('type', orUnknown(direction)),
    seconds: field('seconds', orUnknown(count)),
    stake: field('number', formDecimal),
    /** Refuses the request when the current terms differ from the ones shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
    /**
     * For `even`: the chance in the terms that were shown, whose digest is then `terms_hash`. A payout that is worse by
     * more than 1 % is refused.
     */
    evenChance: field('even_chance', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: option,
});

/** UTC days of purchase, both ends included. */
const dayRange = { from: field('from', z.optional(z.iso.date())), to: field('to', z.optional(z.iso.date())) } as const;

/** Filters of every list of options. */
export const optionFilter = {
  status: field('status', choiceOf(optionStatus)),
  marketId: field('match_id', choiceOf(marketId)),
  currencyId: field('currency_id', choiceOf(currencyId)),
  direction: field('type', choiceOf(direction)),
  result: field('result', choiceOf(optionResult)),
  ...dayRange,
} as const;

/** Errors: RANGE_INVALID. */
export const listOptions = defineCall({
  method: 'GET',
  path: 'microtrade/lists',
  access: 'user',
  summary: "The user's options, newest first.",
  request: wireRequest({
    ...optionFilter,
    ...pageRequest,
    /** Ours: only ids below this one, so that pages do not shift while rows arrive. */
    after: field('after', z.optional(optionId)),
    /** Ours: open and due options, or closed ones. */
    isOver: field('over', z.optional(formFlag)),
  }),
  answer: numberedPage(option),
});

/**
 * Legacy clients ask once when a countdown ends and show the answer as the result, so the answer for a due option waits
 * until it is closed, at most 10 seconds. With `as_is` it does not wait. Errors: OPTION_NOT_FOUND.
 */
export const getOption = defineCall({
  method: 'GET',
  path: 'microtrade/get_result',
  access: 'user',
  summary: 'One option of the user.',
  request: wireRequest({ id: field('id', optionId), isAsIs: field('as_is', z.optional(formFlag)) }),
  answer: option,
});

const optionDay = wireObject({
  /** UTC. */
  day: field('day', z.iso.date()),
  currency: field('currency_name', z.string()),
  options: field('options', count),
  stakes: field('number', decimalWire),
  fees: field('fee', decimalWire),
  /** Wins and losses together, less fees. */
  profit: field('profit', decimalWire),
});
/** Result of the options that closed on a day. */
export type OptionDay = z.output<typeof optionDay>;

/** Ours. The newest 366 days. Errors: RANGE_INVALID. */
export const listOptionDays = defineCall({
  method: 'GET',
  path: 'microtrade/days',
  isOwn: true,
  access: 'user',
  summary: 'Sums of closed options by the day of their purchase, newest first.',
  request: wireRequest({ ...optionFilter }),
  answer: z.array(optionDay),
});

/** Path of the CSV file of all options, newest first, with the filters of {@link listOptions}. */
export const OPTIONS_CSV_PATH = 'microtrade/options.csv';
export const optionsCsvRequest = wireRequest({ ...optionFilter });
export const OPTIONS_CSV_COLUMNS = [
  'purchased_at',
  'due_at',
  'settled_at',
  'pair',
  'direction',
  'seconds',
  'stake',
  'fee',
  'currency',
  'profit_ratio',
  'open_price',
  'end_price',
  'status',
  'result',
  'void_reason',
  'profit',
  'price_source',
  'terms_hash',
  'id',
] as const;

// Self-imposed limits: a protection that only the user can change.

const selfLimits = wireObject({
  /** Over all options of a UTC day, in USDT; null: no limit. */
  dailyStake: field('daily_stake', z.nullable(decimalWire)),
  /** Largest loss of a UTC day, fees included; possible losses of open options count as lost. */
  dailyLoss: field('daily_loss', z.nullable(decimalWire)),
  /** Minutes of use after which the app shows how long it has been used; null: never. */
  reminderMinutes: field('reminder_minutes', z.nullable(count)),
  /** Higher limits that were requested, and when they begin. */
  next: field(
    'next',
    z.nullable(
      wireObject({
        dailyStake: field('daily_stake', z.nullable(decimalWire)),
        dailyLoss: field('daily_loss', z.nullable(decimalWire)),
        from: field('from', instant),
      }),
    ),
  ),
  stakedToday: field('staked_today', decimalWire),
  /** As {@link dailyLoss} counts it; never below zero. */
  lostToday: field('lost_today', decimalWire),
});
/** The self-imposed limits of a user for options. */
export type SelfLimits = z.output<typeof selfLimits>;

export const getSelfLimits = defineCall({
  method: 'GET',
  path: 'microtrade/own_limits',
  isOwn: true,
  access: 'user',
  summary: "The user's own limits for options, and how much of them is used.",
  request: noParameters,
  answer: selfLimits,
});

/** An amount, or nothing for no limit. */
const limit = z.optional(
  z.union([z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const }), decimalWire]),
);

/**
 * A lower limit holds immediately; a higher one, or none, 24 h later. Requesting a lower one drops a higher one that
 * waits. Missing fields stay unchanged. Errors: AMOUNT_TOO_SMALL {min}, AMOUNT_PRECISION {places}, REQUEST_ID_REUSED,
 * REQUEST_EXPIRED.
 */
export const setSelfLimits = defineCall({
  method: 'POST',
  path: 'microtrade/own_limits',
  isOwn: true,
  access: 'user',
  summary: "Set the user's own limits for options.",
  request: wireRequest({
    dailyStake: field('daily_stake', limit),
    dailyLoss: field('daily_loss', limit),
    /** 0 for never. */
    reminderMinutes: field('reminder_minutes', z.optional(count.check(z.maximum(600)))),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: selfLimits,
});
