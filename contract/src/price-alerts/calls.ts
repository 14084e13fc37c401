/** Price alerts of a user (ours): notifications when a market's price meets a condition. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, flag, formFlag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { ALERT_KINDS, ALERT_MINUTES, type AlertMinutes } from './rules.ts';
import { alertId, marketId } from '../ids.ts';

const kind = z.enum(ALERT_KINDS);

const isMinutes = (value: unknown) => ALERT_MINUTES.some((known) => known === value);
const minutes = z.codec(count, z.custom<AlertMinutes>(isMinutes), {
  decode: (value) => value as AlertMinutes,
  encode: (value) => value,
});

const alert = wireObject({
  id: field('id', alertId),
  marketId: field('market_id', marketId),
  symbol: field('symbol', z.string()),
  kind: field('kind', kind),
  /** A price in the quote currency; for `rise` and `fall` a percent. */
  value: field('value', decimalWire),
  /** Null for a price. */
  minutes: field('minutes', z.nullable(minutes)),
  isRepeating: field('repeats', flag),
  /** `resting`: it has fired and repeats, but not yet. `fired`: it is over. */
  status: field('status', z.enum(['active', 'resting', 'fired'])),
  createdAt: field('created_at', instant),
  /** The tick of its last firing, and its price; null before the first. */
  firedAt: field('fired_at', z.nullable(instant)),
  firedPrice: field('fired_price', z.nullable(decimalWire)),
});
/** A price alert. */
export type PriceAlert = z.output<typeof alert>;

/** Waiting and resting alerts, and those that have fired within the last 30 days; the newest first. */
export const listPriceAlerts = defineCall({
  method: 'GET',
  path: 'user/price_alerts',
  isOwn: true,
  access: 'user',
  summary: "The user's price alerts.",
  request: noParameters,
  answer: z.array(alert),
});

/**
 * Adds an alert. An equal alert that waits already is answered instead, with the new setting of `repeats`. Errors, the
 * first that applies: MARKET_NOT_FOUND, MARKET_SUSPENDED (its prices have ended), PRICE_REQUIRED, PRICE_PRECISION
 * {places}, PRICE_OUT_OF_RANGE {max}, ALERT_PERCENT_INVALID {min, max}, PRICE_STALE (no price yet), ALERT_PRICE_REACHED
 * {price}, ALERT_CHANGE_REACHED {percent}, ALERTS_TOO_MANY {max}.
 */
export const addPriceAlert = defineCall({
  method: 'POST',
  path: 'user/add_price_alert',
  isOwn: true,
  access: 'user',
  summary: 'Get an alert when a market reaches a price, or changes by a percent within a time.',
  request: wireRequest({
    marketId: field('market_id', marketId),
    kind: field('kind', kind),
    value: field('value', z.optional(decimalWire)),
    /** Of a percent; an hour where it is missing. */
    minutes: field('minutes', z.optional(minutes)),
    /** Once where it is missing. */
    isRepeating: field('repeats', z.optional(formFlag)),
  }),
  answer: alert,
});

/** Errors: ALERT_NOT_FOUND. */
export const removePriceAlert = defineCall({
  method: 'POST',
  path: 'user/remove_price_alert',
  isOwn: true,
  access: 'user',
  summary: 'Remove a price alert.',
  request: wireRequest({ id: field('id', alertId) }),
  answer: wireObject({ id: field('id', alertId) }),
});
