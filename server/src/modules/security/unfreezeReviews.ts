/** What operators review of frozen accounts. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import { reviewClause, type Listing } from '../../operator/listing.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant } from '../../operator/text.ts';
import { reviewUnfreeze } from './unfreeze.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly status: string;
  readonly frozenAt: string | null;
  readonly createdAt: string;
};

type Detail = {
  readonly verifiedName: string | null;
  readonly waitingWithdrawals: number;
  readonly rejectReason: string | null;
  readonly reviewedAt: string | null;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.status,
  ${isoText(sql`u.frozen_at`)} as "frozenAt", ${isoText(sql`r.created_at`)} as "createdAt"`;
const SOURCE = sql`unfreeze_requests r join users u on u.id = r.user_id`;

export const UNFREEZE_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'unfreeze',
  subject: 'unfreeze',
  table: 'unfreeze_requests',
  statuses: ['pending', 'approved', 'rejected', 'cancelled'],
  titles: ['id', 'user', 'account', 'status', 'frozen (UTC)', 'requested (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.status,
    formatInstant(line.frozenAt),
    formatInstant(line.createdAt),
  ],
  summaries: {
    approve: 'it is its owner who asks: lift the freeze',
    reject: 'the account stays frozen; he may ask again',
  },
  list: (reader: Reader, listing: Listing) =>
    rowsOf<Line>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`),
  read: readRequest,
  review: reviewUnfreeze,
};

async function readRequest(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail>(
    reader,
    sql`select ${COLUMNS}, r.reject_reason as "rejectReason", ${isoText(sql`r.reviewed_at`)} as "reviewedAt",
        (select case when i.status = 'verified' then i.full_name end from identity_checks i
          where i.user_id = r.user_id and i.level = 'basic' order by i.id desc limit 1) as "verifiedName",
        (select count(*)::int from withdrawals w where w.user_id = r.user_id and w.status = 'pending')
          as "waitingWithdrawals"
      from ${SOURCE} where r.id = ${id}::bigint`,
  );
  return row && { ...row, fields: fieldsOf(row), uploads: {}, warning: warningOf(row) };
}

function warningOf({ waitingWithdrawals }: Detail): string | undefined {
  if (waitingWithdrawals === 0) return undefined;
  return `${waitingWithdrawals} withdrawals of this user wait: ask him whether they are his before they are paid out.`;
}

function fieldsOf(request: Line & Detail): RecordSheet['fields'] {
  return [
    ['unfreeze', request.id],
    ['status', request.status],
    ['user', request.userId],
    ['account', request.account],
    ['verified name', request.verifiedName],
    ['frozen (UTC)', formatInstant(request.frozenAt)],
    ['waiting withdrawals', request.waitingWithdrawals],
    ['requested (UTC)', formatInstant(request.createdAt)],
    ['reviewed (UTC)', formatInstant(request.reviewedAt)],
    ['reason', request.rejectReason],
  ];
}
