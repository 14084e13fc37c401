/** Self-imposed limits: lower ones hold immediately, higher ones a day later. Both sides apply them. */
import {
  add,
  compare,
  divide,
  isPositive,
  min,
  multiply,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
} from '../money/money.ts';

/** Delay of a higher limit. */
export const RAISE_AFTER_MS = 24 * 60 * 60_000;

/** Of a UTC day; null: no limit. */
export type DayLimits = { readonly dailyStake: Decimal | null; readonly dailyLoss: Decimal | null };

/** The current limits, and those that hold from an instant (ISO 8601) on. */
export type LimitState = DayLimits & { readonly next: (DayLimits & { readonly from: string }) | null };

/** Use of the limits on a day. */
export type DayUse = { readonly staked: Decimal; readonly lost: Decimal };

/** The limits at an instant: waiting ones whose time has come hold. */
export function limitsAt(state: LimitState, atMs: number): LimitState {
  const { next } = state;
  if (next === null || atMs < Date.parse(next.from)) return state;
  return { dailyStake: next.dailyStake, dailyLoss: next.dailyLoss, next: null };
}

/**
 * The limits after a request at an instant; missing fields stay unchanged. A request that is not higher drops a higher
 * limit that waits; repeating the request for it does not extend its delay.
 */
export function changeLimits(
  before: LimitState,
  request: { readonly [K in keyof DayLimits]?: DayLimits[K] | undefined },
  atMs: number,
): LimitState {
  const state = limitsAt(before, atMs);
  const waiting = state.next ?? state;
  const now = { dailyStake: state.dailyStake, dailyLoss: state.dailyLoss };
  const later = { dailyStake: waiting.dailyStake, dailyLoss: waiting.dailyLoss };
  let isRaised = false;
  for (const name of ['dailyStake', 'dailyLoss'] as const) {
    const value = request[name];
    if (value === undefined) continue;
    const isHigher = isAbove(value, now[name]);
    isRaised ||= isHigher && value !== later[name];
    if (!isHigher) now[name] = value;
    later[name] = value;
  }
  if (later.dailyStake === now.dailyStake && later.dailyLoss === now.dailyLoss) return { ...now, next: null };
  const from = isRaised || state.next === null ? new Date(atMs + RAISE_AFTER_MS).toISOString() : state.next.from;
  return { ...now, next: { ...later, from } };
}

/** The largest stake within a day's limits, its fee (percent of it) counted as lost; undefined without limits. */
export function stakeLeft(
  { dailyStake, dailyLoss }: DayLimits,
  { staked, lost }: DayUse,
  feeRate: Decimal,
): Decimal | undefined {
  const ofStake = dailyStake === null ? [] : [subtract(dailyStake, staked)];
  const ofLoss =
    dailyLoss === null
      ? []
      : [divide(multiply(subtract(dailyLoss, lost), HUNDRED), add(HUNDRED, feeRate), MONEY_PLACES, 'down')];
  const [first, ...rest] = [...ofStake, ...ofLoss];
  if (first === undefined) return undefined;
  const left = min(first, ...rest);
  return isPositive(left) ? left : ZERO;
}

function isAbove(wanted: Decimal | null, limit: Decimal | null): boolean {
  if (limit === null) return false;
  return wanted === null || compare(wanted, limit) > 0;
}
