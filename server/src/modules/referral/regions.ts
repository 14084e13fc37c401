/** The country of a user, as far as known, and whether referral incentives are hidden there. */
import { sql } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { RebateTerms } from './versions.ts';

/** By the country of the verification, or of the phone number before one was submitted. */
export async function hidesIncentives(
  reader: Reader,
  userId: UserId,
  { hiddenCountries }: Pick<RebateTerms, 'hiddenCountries'>,
): Promise<boolean> {
  if (hiddenCountries.length === 0) return false;
  const [row] = await rowsOf<{ country: string | null; phone: string | null }>(
    reader,
    sql`select u.phone, (select i.country from identity_checks i
          where i.user_id = u.id and i.level = 'basic' and i.status <> 'rejected' order by i.id desc limit 1) as country
      from users u where u.id = ${userId}`,
  );
  const country = row?.country ?? parsePhoneNumberFromString(row?.phone ?? '')?.country;
  return country !== undefined && hiddenCountries.includes(country);
}
