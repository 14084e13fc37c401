/** Recurring buys: plans that convert USDT into a coin on their dates (docs/product.md 1.9). All calls are ours. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, noParameters, requestId, wireObject, wireRequest } from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId, planId, planRunId } from '../ids.ts';
import { MINUTE_MS } from '../time.ts';
import { INTERVALS } from './schedule.ts';

/** Plans of a user that have not ended. */
export const PLANS_MAX = 20;
/** Skipped dates in a row after which a plan is paused. */
export const SKIPS_MAX = 3;
/** A purchase that is later than this after its date is called late. */
export const LATE_MS = 10 * MINUTE_MS;

export const PLAN_STATUSES = ['active', 'paused', 'ended'] as const;

/**
 * Why a date was skipped: too little USDT, a frozen account, a country without spot trading, the house's limit, or the
 * exchange did not buy until the next date. Only the first three count towards a pause.
 */
export const SKIP_REASONS = ['balance', 'frozen', 'country', 'house', 'missed'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a plan is paused or ended: its user, skipped dates, the coin is no longer traded, or the account was closed. */
export const PLAN_REASONS = ['user', 'skips', 'delisted', 'closed'] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** Why a due date still waits: a halt, a market that does not trade, or a price that is not current. */
export const PLAN_WAITS = ['halted', 'suspended', 'stale'] as const;
export type PlanWait = (typeof PLAN_WAITS)[number];

const schedule = {
  every: field('every', z.enum(INTERVALS)),
  /** Of the week from 1 (Monday), or of the month; null every day. UTC, as the hour. */
  day: field('day', z.nullable(count)),
  hour: field('hour', count),
} as const;

const plan = wireObject({
  id: field('id', planId),
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  /** USDT on each date. */
  amount: field('amount', decimalWire),
  ...schedule,
  status: field('status', z.enum(PLAN_STATUSES)),
  /** Null while it is active. */
  reason: field('reason', z.nullable(z.enum(PLAN_REASONS))),
  /** Null unless it is active. In the past while it waits. */
  nextAt: field('next_at', z.nullable(instant)),
  waits: field('waits', z.nullable(z.enum(PLAN_WAITS))),
  /** Skipped dates in a row that count towards a pause. */
  skips: field('skips', count),
  buys: field('buys', count),
  /** USDT paid in all. */
  spent: field('spent', decimalWire),
  bought: field('bought', decimalWire),
  /** USDT for one coin, over all purchases; null before the first. */
  average: field('average', z.nullable(decimalWire)),
  createdAt: field('created_at', instant),
  endedAt: field('ended_at', z.nullable(instant)),
});
/** A recurring buy. */
export type Plan = z.output<typeof plan>;
export const planCodec = plan;

const run = wireObject({
  id: field('id', planRunId),
  /** The date of the plan. */
  dueAt: field('due_at', instant),
  /** When it was bought or skipped. */
  at: field('at', instant),
  /** Null: bought. */
  skipped: field('skipped', z.nullable(z.enum(SKIP_REASONS))),
  /** USDT paid; null when skipped, as the next three. */
  paid: field('paid', z.nullable(decimalWire)),
  received: field('received', z.nullable(decimalWire)),
  price: field('price', z.nullable(decimalWire)),
  /** Distance from the last price, in percent. */
  spread: field('spread', z.nullable(decimalWire)),
});
/** Outcome of a date of a plan. */
export type PlanRun = z.output<typeof run>;

export const listPlans = defineCall({
  method: 'POST',
  path: 'convert/plans',
  isOwn: true,
  access: 'user',
  summary: "The user's recurring buys: those that have not ended, then the last hundred ended ones, newest first.",
  request: noParameters,
  answer: z.array(plan),
});

/** Errors: PLAN_NOT_FOUND. */
export const getPlan = defineCall({
  method: 'POST',
  path: 'convert/plan',
  isOwn: true,
  access: 'user',
  summary: 'One recurring buy of the user.',
  request: wireRequest({ id: field('id', planId) }),
  answer: plan,
});

/** 20 a page by default. Errors: PLAN_NOT_FOUND. */
export const listPlanRuns = defineCall({
  method: 'POST',
  path: 'convert/plan_runs',
  isOwn: true,
  access: 'user',
  summary: 'What happened on the dates of a recurring buy, newest first.',
  request: wireRequest({
    id: field('id', planId),
    limit: field('limit', z.optional(count)),
    /** Only ids below this one. */
    after: field('after', z.optional(planRunId)),
  }),
  answer: z.array(run),
});

/** Terms of a plan as its user chooses them. */
const terms = {
  amount: field('amount', formDecimal),
  every: schedule.every,
  /** Missing every day. */
  day: field('day', z.optional(count)),
  hour: schedule.hour,
} as const;

/**
 * Starts a plan; its first date is the next one. Errors: CURRENCY_NOT_FOUND, MARKET_NOT_FOUND, AMOUNT_REQUIRED,
 * AMOUNT_PRECISION {places}, AMOUNT_TOO_SMALL {min, max}, AMOUNT_TOO_LARGE {min, max}, PARAMETER_INVALID {field},
 * PLANS_TOO_MANY {max}, PRODUCT_NOT_OFFERED, ACCOUNT_FROZEN, HALTED, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const createPlan = defineCall({
  method: 'POST',
  path: 'convert/plan_create',
  isOwn: true,
  access: 'user',
  summary: 'Start a recurring buy of a coin with USDT.',
  request: wireRequest({
    currencyId: field('currency_id', currencyId),
    ...terms,
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: plan,
});

/**
 * Changes amount and dates of a plan that has not ended; a paused one stays paused. A date that is due already is
 * bought under the old terms; if the exchange cannot buy now, it is missed. Errors: PLAN_NOT_FOUND, PLAN_ENDED, and
 * those of starting a plan except CURRENCY_NOT_FOUND and PLANS_TOO_MANY.
 */
export const editPlan = defineCall({
  method: 'POST',
  path: 'convert/plan_edit',
  isOwn: true,
  access: 'user',
  summary: 'Change the amount and the dates of a recurring buy.',
  request: wireRequest({
    id: field('id', planId),
    ...terms,
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: plan,
});

/**
 * Pauses, resumes or ends a plan; the state that it has already is no error. Dates of a pause are not made up for.
 * Errors: PLAN_NOT_FOUND, PLAN_ENDED, PRODUCT_NOT_OFFERED and ACCOUNT_FROZEN when it would resume, REQUEST_ID_REUSED,
 * REQUEST_EXPIRED.
 */
export const setPlan = defineCall({
  method: 'POST',
  path: 'convert/plan_set',
  isOwn: true,
  access: 'user',
  summary: 'Pause, resume or end a recurring buy.',
  request: wireRequest({
    id: field('id', planId),
    status: field('status', z.enum(PLAN_STATUSES)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: plan,
});
