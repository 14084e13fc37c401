/** Partners: the operator's last change applies from the beginning of the next UTC day. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

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
  // Serialises changes of a user.
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
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
