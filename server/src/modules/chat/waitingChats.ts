/** Chats that wait for an operator. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';

/** A user with messages that no operator has read. */
export type WaitingChat = {
  /** Id of the first unread message. */
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly language: string;
  readonly unread: number;
  /** Time of the first unread message. */
  readonly waitingSince: string;
};

/** Longest wait first; from a message on, one row more than `limit`. */
export function listWaitingChats(
  reader: Reader,
  { fromId, limit }: { readonly fromId: number | null; readonly limit: number },
): Promise<WaitingChat[]> {
  return rowsOf<WaitingChat>(
    reader,
    sql`select min(m.id)::float8 as id, m.user_id as "userId", coalesce(u.email, u.phone) as account, u.language,
        count(*)::int as unread, ${isoText(sql`min(m.created_at)`)} as "waitingSince"
      from chat_messages m join users u on u.id = m.user_id left join chat_reads r on r.user_id = m.user_id
      where m.sender = 'user' and m.id > coalesce(r.by_operator, 0)
      group by m.user_id, u.email, u.phone, u.language
      having min(m.id) >= coalesce(${fromId}::bigint, 0)
      order by min(m.id) limit ${limit + 1}`,
  );
}

/** Number of one user's messages that no operator has read. */
export async function countWaiting(reader: Reader, userId: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from chat_messages m where m.user_id = ${userId} and m.sender = 'user'
      and m.id > coalesce((select by_operator from chat_reads where user_id = ${userId}), 0)`,
  );
  return row?.count ?? 0;
}
