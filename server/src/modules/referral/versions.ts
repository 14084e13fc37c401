/** The operator's rebate rates by version. A version is added and never changed; one is in force at a time. */
import * as z from 'zod/mini';
import { decimalWire, field, wireRequest } from '@halyard/contract/codec';
import type { Decimal } from '@halyard/contract/money';
import type { InviterKind, RebateRates } from '@halyard/contract/referral/rebates';
import type { Reader } from '../../db/database.ts';
import { createVersions, type Version } from '../../terms/versions.ts';
import { DAY_MS, type Day, startOf } from './days.ts';

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

export const rebateVersions = createVersions({ table: 'rebate_versions', lock: 7_204_127, codec: rebateTerms });

/**
 * The version for the fees of a UTC day: the one in force when the day begins, so that rates never change within a day.
 * The day of the first version uses it as a whole.
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
