/** Fee groups and limits by verification level (ADR 44). Both sides apply them. */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireObject, wireRequest } from '../codec.ts';
import { compare, multiply, type Decimal } from '../money/money.ts';

/** Levels of verification, lowest first. */
export const LEVELS = ['none', 'basic', 'advanced'] as const;
export type VerificationLevel = (typeof LEVELS)[number];

const levelFields = {
  /** Waiting spot orders in one market. */
  openOrders: field('open_orders', count),
  /** Open exposure over all products in USDT; null: no limit. */
  exposure: field('exposure', z.nullable(decimalWire)),
  /** Requests of withdrawals per UTC day; never their amount. */
  withdrawalsPerDay: field('withdrawals_per_day', count),
};
export const levelLimits = wireObject(levelFields);
/** The limits of one level, or of one user. */
export type LevelLimits = z.output<typeof levelLimits>;

const groupFields = {
  /** Traded in the last 30 complete UTC days, in USDT: at least this. */
  volume: field('volume', decimalWire),
  /** Share of a market's maker and taker rates that users of the group pay, from 0 to 1. */
  maker: field('maker', decimalWire),
  taker: field('taker', decimalWire),
};
export const feeGroup = wireObject(groupFields);
export type FeeGroup = z.output<typeof feeGroup>;

/** Terms of limits and fee groups, as operators write them. Groups rise in volume; the first begins at 0. */
export const limitTerms = wireRequest({
  levels: field(
    'levels',
    wireRequest({
      none: field('none', wireRequest(levelFields)),
      basic: field('basic', wireRequest(levelFields)),
      advanced: field('advanced', wireRequest(levelFields)),
    }),
  ),
  groups: field('fee_groups', z.array(wireRequest(groupFields)).check(z.minLength(1), z.maxLength(20))),
});
export type LimitTerms = z.output<typeof limitTerms>;

/** UTC days that count towards the volume of a fee group. */
export const VOLUME_DAYS = 30;
/** Days of notice before terms that are worse for any user. */
export const NOTICE_DAYS = 14;

/** Number of the fee group of a volume, from 1. */
export function feeGroupNumber(groups: readonly FeeGroup[], volume: Decimal): number {
  return Math.max(groups.filter((group) => compare(group.volume, volume) <= 0).length, 1);
}

type Rates = { readonly makerFeeRate: Decimal; readonly takerFeeRate: Decimal };

/** The rates that a group pays in a market: its shares of the market's rates, exact. */
export function ratesOfGroup(market: Rates, group: Pick<FeeGroup, 'maker' | 'taker'>): Rates {
  return {
    makerFeeRate: multiply(market.makerFeeRate, group.maker),
    takerFeeRate: multiply(market.takerFeeRate, group.taker),
  };
}

/** Limits that an operator granted to one user; a missing one is that of the level. */
export type GrantedLimits = { readonly [K in keyof LevelLimits]?: LevelLimits[K] | undefined };

/** The limits of a user: of each, the higher one of the level's and the granted one. */
export function limitsOf(level: LevelLimits, granted: GrantedLimits): LevelLimits {
  const { exposure, openOrders = 0, withdrawalsPerDay = 0 } = granted;
  return {
    openOrders: Math.max(level.openOrders, openOrders),
    exposure: higher(level.exposure, exposure),
    withdrawalsPerDay: Math.max(level.withdrawalsPerDay, withdrawalsPerDay),
  };
}

function higher(ours: Decimal | null, granted: Decimal | null | undefined): Decimal | null {
  if (ours === null || granted === null) return null;
  return granted === undefined || compare(granted, ours) <= 0 ? ours : granted;
}

/** Whether any user is worse off with `next`: a lower limit, or a higher fee at the same volume. */
export function isWorse(next: LimitTerms, now: LimitTerms): boolean {
  const isLower = LEVELS.some((level) => {
    const [after, before] = [next.levels[level], now.levels[level]];
    return (
      after.openOrders < before.openOrders ||
      after.withdrawalsPerDay < before.withdrawalsPerDay ||
      (after.exposure !== null && (before.exposure === null || compare(after.exposure, before.exposure) < 0))
    );
  });
  return isLower || [...next.groups, ...now.groups].some(({ volume }) => isDearer(volume, next, now));
}

function isDearer(volume: Decimal, next: LimitTerms, now: LimitTerms): boolean {
  const [after, before] = [groupAt(next.groups, volume), groupAt(now.groups, volume)];
  return (
    after !== undefined &&
    before !== undefined &&
    (compare(after.maker, before.maker) > 0 || compare(after.taker, before.taker) > 0)
  );
}

/** The fee group of a volume. */
export function groupAt(groups: readonly FeeGroup[], volume: Decimal): FeeGroup | undefined {
  return groups[feeGroupNumber(groups, volume) - 1];
}
