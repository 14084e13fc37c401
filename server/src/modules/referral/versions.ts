/** The operator's rates of rebates by version. A version is added and never changed; one is in force at a time. */
import * as z from 'zod/mini';
import { decimalWire, field, wireRequest } from '@halyard/contract/codec';
import type { Decimal } from '@halyard/contract/money';
import type { InviterKind, RebateRates } from '@halyard/contract/referral/rebates';
import type { Reader } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { DAY_MS } from '../../durations.ts';
import { createVersions, type Version } from '../../terms/versions.ts';
import { type Day, startOf } from './days.ts';

/** The terms of a version, as an operator writes them and the database keeps them. */
export const rebateTerms = wireRequest({
  /** Percent of the fee, by generation. */
  user: field('user', z.array(decimalWire)),
  partner: field('partner', z.array(decimalWire)),
  /** ISO 3166 alpha-2: where nothing invites for money. */
  hiddenCountries: field('hidden_countries', z.array(z.string())),
});
export type RebateTerms = z.output<typeof rebateTerms>;
export type RebateVersion = Version<RebateTerms>;

export const rebateVersions = createVersions({
  table: 'rebate_versions',
  lock: LOCKS.rebateVersions,
  codec: rebateTerms,
});

/**
 * The version that a UTC day's fees go by: the one in force when the day begins, so that no day changes while it runs.
 * The day of the first version goes by it whole.
 */
export async function versionOfDay(reader: Reader, day: Day): Promise<RebateVersion | undefined> {
  const startMs = startOf(day);
  const { versionAt } = rebateVersions;
  return (await versionAt(reader, startMs)) ?? versionAt(reader, startMs + DAY_MS - 1);
}

/** The rates of an inviter. */
export function ratesOf(terms: RebateTerms, kind: InviterKind): RebateRates {
  const [first, second, third] = terms[kind];
  if (first === undefined || second === undefined || third === undefined) throw new Error('rates are missing');
  return [first, second, third];
}

/** The rates as a text: `20 / 10 / 5`. */
export function ratesText(rates: readonly Decimal[]): string {
  return rates.join(' / ');
}
