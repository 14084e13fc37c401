/** Terms of limits and fee groups by version, and what applies to one user (ADR 44). */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { UserId } from '@halyard/contract/ids';
import {
  feeGroupNumber,
  isWorse,
  limitsOf,
  limitTerms,
  NOTICE_DAYS,
  type FeeGroup,
  type LevelLimits,
  type LimitTerms,
  type VerificationLevel,
} from '@halyard/contract/limits/rules';
import { decimal, min, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import { OPEN_ORDERS_MAX } from '@halyard/contract/spot/calls';
import { WITHDRAWALS_PER_DAY } from '@halyard/contract/withdrawals/rules';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Database, type Reader } from '../db/database.ts';
import { decimalOrUndefined, decimalOrZero } from '../db/decimals.ts';
import type { TermSpan } from '../terms/termCommands.ts';
import { createVersions, termsOf } from '../terms/versions.ts';

const EVERY: LevelLimits = { openOrders: OPEN_ORDERS_MAX, exposure: null, withdrawalsPerDay: WITHDRAWALS_PER_DAY };

/** Terms of an exchange that has published none: one group that pays the rates of the markets. */
export const DEFAULT_TERMS: LimitTerms = {
  levels: { none: EVERY, basic: EVERY, advanced: EVERY },
  groups: [{ volume: ZERO, maker: ONE, taker: ONE }],
};

/** New versions are numbered one at a time. */
const VERSIONS_LOCK = 7_204_132;

export const limitVersions = createVersions({
  table: 'limit_versions',
  lock: VERSIONS_LOCK,
  codec: limitTerms,
});

/** Facts that decide a user's limits beside the terms, as the SQL function `user_standing` returns it. */
export type Standing = {
  readonly level: VerificationLevel;
  readonly granted: object | null;
  /** USDT of the last 30 closed days; null when nothing was traded. */
  readonly volume: string | null;
};

/** Limits and fee group of a user. */
export type UserLimits = {
  readonly level: VerificationLevel;
  readonly limits: LevelLimits;
  readonly volume: Decimal;
  readonly groupNumber: number;
  readonly group: FeeGroup;
};

let decoded: { readonly text: string; readonly terms: LimitTerms } | undefined;

/** Terms from the text of the database, decoded once: every batch of orders reads the same ones. */
function decodeTerms(text: string): LimitTerms {
  if (decoded?.text !== text) decoded = { text, terms: z.decode(limitTerms, JSON.parse(text) as never) };
  return decoded.terms;
}

/**
 * Terms as the SQL function `limit_terms` returns them, with the exchange's setting for users without verification;
 * without published terms the defaults.
 */
export function termsOr(text: string | null, unverifiedExposure: Decimal): LimitTerms {
  return withinSetting(text === null ? DEFAULT_TERMS : decodeTerms(text), unverifiedExposure);
}

/** The setting counts for users without verification where the terms say nothing, or more. */
export function withinSetting(terms: LimitTerms, unverifiedExposure: Decimal): LimitTerms {
  const { none } = terms.levels;
  const exposure = none.exposure === null ? unverifiedExposure : min(none.exposure, unverifiedExposure);
  return { ...terms, levels: { ...terms.levels, none: { ...none, exposure } } };
}

const grantedLimits = z.partial(z.object({ open_orders: z.int(), withdrawals_per_day: z.int(), exposure: z.string() }));

/** Limits that the database stores for one user. */
export function decodeGranted(stored: object | null) {
  const {
    open_orders: openOrders,
    withdrawals_per_day: withdrawalsPerDay,
    exposure,
  } = grantedLimits.parse(stored ?? {});
  return { openOrders, withdrawalsPerDay, exposure: decimalOrUndefined(exposure) };
}

/** Limits and fee group by the terms. */
export function userLimitsOf(terms: LimitTerms, { level, granted, volume: text }: Standing): UserLimits {
  const volume = decimalOrZero(text);
  const groupNumber = feeGroupNumber(terms.groups, volume);
  const group = terms.groups[groupNumber - 1];
  if (group === undefined) throw new Error('the terms have no fee group');
  return { level, limits: limitsOf(terms.levels[level], decodeGranted(granted)), volume, groupNumber, group };
}

/** The terms in force at an instant. */
export async function readTerms(reader: Reader, nowMs: number, unverifiedExposure: Decimal): Promise<LimitTerms> {
  const version = await limitVersions.versionAt(reader, nowMs);
  return withinSetting(version === undefined ? DEFAULT_TERMS : termsOf(version), unverifiedExposure);
}

/** SQL: how many withdrawals a user requested on the UTC day of an instant. */
export function requestsOfDay(userId: SQL, nowMs: number): SQL {
  const day = new Date(nowMs - (nowMs % DAY_MS)).toISOString();
  return sql`(select count(*)::int from withdrawals w where w.user_id = ${userId}
    and w.created_at >= ${day}::timestamptz and w.created_at < ${day}::timestamptz + interval '24 hours')`;
}

/** Limits and fee group of a user at an instant; without the setting, users without verification may expose nothing. */
export async function readUserLimits(
  reader: Reader,
  userId: UserId,
  { nowMs, unverifiedExposure = ZERO }: { readonly nowMs: number; readonly unverifiedExposure?: Decimal },
): Promise<UserLimits> {
  const [row] = await rowsOf<{ terms: string | null; standing: Standing }>(
    reader,
    sql`select limit_terms(${new Date(nowMs).toISOString()}::timestamptz) as terms, user_standing(${userId}) as standing`,
  );
  if (row === undefined) throw new Error('a function gave no row');
  return userLimitsOf(termsOr(row.terms, unverifiedExposure), row.standing);
}

/**
 * Notice that terms need: {@link NOTICE_DAYS} when they are worse for any user than those in force now, or than any
 * others that begin before them.
 */
export async function noticeOf(reader: Reader, terms: LimitTerms, { nowMs, startMs }: TermSpan): Promise<number> {
  const now = await limitVersions.versionAt(reader, nowMs);
  const between = (await limitVersions.listVersions(reader)).filter(({ effectiveAt }) => {
    const atMs = Date.parse(effectiveAt);
    return atMs > nowMs && atMs <= startMs;
  });
  const before = [now === undefined ? DEFAULT_TERMS : termsOf(now), ...between.map(termsOf)];
  return before.some((earlier) => isWorse(terms, earlier)) ? NOTICE_DAYS * DAY_MS : 0;
}

const share = (volume: string, maker: string, taker: string): FeeGroup => ({
  volume: decimal(volume),
  maker: decimal(maker),
  taker: decimal(taker),
});

const FIRST_GROUPS: readonly FeeGroup[] = [
  share('0', '1', '1'),
  share('100000', '0.9', '0.9'),
  share('1000000', '0.7', '0.8'),
  share('10000000', '0.4', '0.7'),
  share('50000000', '0', '0.6'),
];

/** Publishes the first terms of a sandbox unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  const levels = { none: EVERY, basic: EVERY, advanced: { ...EVERY, openOrders: 500 } };
  await limitVersions.addFirstVersion(db, () => ({ levels, groups: [...FIRST_GROUPS] }), clock.nowMs());
}
