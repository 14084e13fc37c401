/** The limits that a user sets himself for options: his protection, which nobody else can lift. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, noParameters, requestId, wireObject, wireRequest } from '../codec.ts';

const selfLimits = wireObject({
  /** Over all options of a UTC day, in USDT; null: none. */
  dailyStake: field('daily_stake', z.nullable(decimalWire)),
  /** The most that is lost on a UTC day, fees included; what open options could lose counts as lost. */
  dailyLoss: field('daily_loss', z.nullable(decimalWire)),
  /** Minutes of use after which the app says how long it has been; null: never. */
  reminderMinutes: field('reminder_minutes', z.nullable(count)),
  /** Higher limits that were asked for, and when they begin. */
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
/** The limits that a user set himself for options. */
export type SelfLimits = z.output<typeof selfLimits>;

export const getSelfLimits = defineCall({
  method: 'GET',
  path: 'microtrade/own_limits',
  isOwn: true,
  access: 'user',
  summary: "The user's own limits for options, and what of them is used.",
  request: noParameters,
  answer: selfLimits,
});

/** An amount, or nothing for no limit. */
const limit = z.optional(
  z.union([z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const }), decimalWire]),
);

/**
 * A lower limit holds at once, a higher one or none 24 h later; asking for a lower one drops a higher one that waits.
 * What is left out stays. Errors: AMOUNT_TOO_SMALL {min}, AMOUNT_PRECISION {places}, REQUEST_ID_REUSED,
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
