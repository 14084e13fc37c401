/** The operator's rebate rates by version. A version is added and never changed; one is in force at a time. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { decimalWire, field, wireRequest } from '@halyard/contract/codec';
import type { UserId } from '@halyard/contract/ids';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { InviterKind, RebateRates } from '@halyard/contract/referral/rebates';
import { addDays, dateOf, DAY_MS, startOfDate } from '@halyard/contract/time';
import type { Clock } from '../../clock.ts';
import { countryOfUser } from '../../countries/countryRules.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

/** The terms of a version, as operators write them and the database stores them. */
export const rebateTerms = wireRequest({
  /** Percent of the fee, by generation. */
  user: field('user', z.array(decimalWire)),
  partner: field('partner', z.array(decimalWire)),
  /** ISO 3166 alpha-2: countries where incentives are hidden. */
  hiddenCountries: field('hidden_countries', z.array(z.string())),
});
export type RebateTerms = z.output<typeof rebateTerms>;
export type RebateVersion = Version<RebateTerms>;

/** New versions are numbered one at a time. */
const VERSIONS_LOCK = 7_204_129;

export const rebateVersions = createVersions({
  table: 'rebate_versions',
  lock: VERSIONS_LOCK,
  codec: rebateTerms,
});

/**
 * The version for the fees of a UTC day: the one in force when the day begins, so that rates never change within a day.
 * The day of the first version uses it as a whole.
 */
export async function versionOfDay(reader: Reader, day: Day): Promise<RebateVersion | undefined> {
  const startMs = startOfDate(day);
  const { versionAt } = rebateVersions;
  return (await versionAt(reader, startMs)) ?? versionAt(reader, startMs + DAY_MS - 1);
}

export function ratesOf(terms: RebateTerms, kind: InviterKind): RebateRates {
  const [first, second, third] = terms[kind];
  if (first === undefined || second === undefined || third === undefined) throw new Error('rates are missing');
  return [first, second, third];
}

/** The rates as a text: `20 / 10 / 5`. */
export function ratesText(rates: readonly Decimal[]): string {
  return rates.join(' / ');
}

const FIRST: RebateTerms = {
  user: ['20', '10', '5'].map(decimal),
  partner: ['30', '15', '5'].map(decimal),
  hiddenCountries: [],
};

/** Publishes the first rates unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await rebateVersions.addFirstVersion(db, () => FIRST, clock.nowMs());
}

/** The partners of a day, given by its first instant. */
export async function readPartners(reader: Reader, startMs: number): Promise<ReadonlySet<UserId>> {
  const rows = await rowsOf<{ userId: UserId }>(
    reader,
    sql`select user_id as "userId" from (
        select distinct on (user_id) user_id, is_partner from rebate_partners
        where at < ${new Date(startMs).toISOString()}::timestamptz order by user_id, id desc
      ) as newest where is_partner`,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Whether a user is a partner on the day that begins at `startMs`. */
export async function isPartnerAt(reader: Reader, userId: UserId, startMs: number): Promise<boolean> {
  const [row] = await rowsOf<{ isPartner: boolean }>(
    reader,
    sql`select is_partner as "isPartner" from rebate_partners
      where user_id = ${userId} and at < ${new Date(startMs).toISOString()}::timestamptz order by id desc limit 1`,
  );
  return row?.isPartner ?? false;
}

/** Records the operator's change; false when nothing changes. */
export async function setPartner(
  tx: Transaction,
  { userId, isPartner, reason, nowMs }: PartnerChange,
): Promise<boolean> {
  await lockUser(tx, userId);
  const [newest] = await rowsOf<{ isPartner: boolean }>(
    tx,
    sql`select is_partner as "isPartner" from rebate_partners where user_id = ${userId} order by id desc limit 1`,
  );
  if ((newest?.isPartner ?? false) === isPartner) return false;
  await tx.execute(
    sql`insert into rebate_partners (user_id, is_partner, reason, at)
      values (${userId}, ${isPartner}, ${reason}, ${new Date(nowMs).toISOString()})`,
  );
  return true;
}

type PartnerChange = {
  readonly userId: UserId;
  readonly isPartner: boolean;
  readonly reason: string;
  readonly nowMs: number;
};

/** By the country of the verification, or of the phone number before one was submitted. */
export async function hidesIncentives(
  reader: Reader,
  userId: UserId,
  { hiddenCountries }: Pick<RebateTerms, 'hiddenCountries'>,
): Promise<boolean> {
  if (hiddenCountries.length === 0) return false;
  const country = await countryOfUser(reader, userId);
  return country !== undefined && hiddenCountries.includes(country);
}

// The calendar of rebates: UTC days, and when they are paid.

/** A UTC date: `2026-11-25`. */
export type Day = string;

const PAID_AFTER_MS = 10 * 60_000;

/** The first day whose rebates cannot be paid yet. */
export function firstUnpaidDay(nowMs: number): Day {
  return dateOf(nowMs - PAID_AFTER_MS);
}

/** When the rebates of a day are paid. */
export function paymentMs(day: Day): number {
  return startOfDate(addDays(day, 1)) + PAID_AFTER_MS;
}

/** The next payment of rebates. */
export function nextPaymentMs(nowMs: number): number {
  return paymentMs(firstUnpaidDay(nowMs));
}
