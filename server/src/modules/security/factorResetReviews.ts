/** What operators review of lost second factors. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import { reviewClause, type Listing } from '../../operator/listing.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant } from '../../operator/text.ts';
import { countryOfAddress } from '../user/placeNames.ts';
import { reviewReset } from './factorReset.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly status: string;
  readonly createdAt: string;
  readonly effectiveAt: string | null;
};

type Detail = {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly rejectReason: string | null;
  readonly reviewedAt: string | null;
  readonly factorSince: string | null;
  readonly passwordChanged: string | null;
  readonly verifiedName: string | null;
  /** Whether a session of the user was ever opened from this address. */
  readonly isKnownAddress: boolean;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.status,
  ${isoText(sql`r.created_at`)} as "createdAt", ${isoText(sql`r.effective_at`)} as "effectiveAt"`;

export const FACTOR_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'factors',
  subject: 'factor-reset',
  table: 'factor_resets',
  statuses: ['pending', 'approved', 'rejected', 'cancelled', 'done'],
  titles: ['id', 'user', 'account', 'status', 'asked for (UTC)', 'factors go (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.status,
    formatInstant(line.createdAt),
    formatInstant(line.effectiveAt),
  ],
  summaries: {
    approve: 'he is who he says: his second factors go when the wait is over (FACTOR_RESET_HOURS)',
    reject: 'his second factors stay',
  },
  list: (reader: Reader, listing: Listing) =>
    rowsOf<Line>(
      reader,
      sql`select ${COLUMNS} from factor_resets r join users u on u.id = r.user_id ${reviewClause(listing)}`,
    ),
  read: readSheet,
  review: reviewReset,
};

async function readSheet(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail>(
    reader,
    sql`select ${COLUMNS}, r.ip, r.user_agent as "userAgent", r.reject_reason as "rejectReason",
        ${isoText(sql`r.reviewed_at`)} as "reviewedAt",
        (select ${isoText(sql`t.confirmed_at`)} from totp_factors t where t.user_id = r.user_id) as "factorSince",
        (select ${isoText(sql`max(e.at)`)} from user_events e where e.user_id = r.user_id and e.category = 'security'
          and e.facts ->> 'kind' = 'password_changed') as "passwordChanged",
        (select i.full_name from identity_checks i where i.user_id = r.user_id and i.level = 'basic'
          and i.status = 'verified') as "verifiedName",
        exists (select 1 from sessions s where s.user_id = r.user_id and s.ip = r.ip) as "isKnownAddress"
      from factor_resets r join users u on u.id = r.user_id where r.id = ${id}`,
  );
  return row && { ...row, uploads: {}, fields: fieldsOf(row) };
}

function fieldsOf(reset: Line & Detail): RecordSheet['fields'] {
  return [
    ['factor reset', reset.id],
    ['status', reset.status],
    ['user', reset.userId],
    ['account', reset.account],
    ['verified name', reset.verifiedName],
    ['authenticator since (UTC)', formatInstant(reset.factorSince)],
    ['password changed (UTC)', formatInstant(reset.passwordChanged)],
    ['asked for (UTC)', formatInstant(reset.createdAt)],
    ['from', reset.ip],
    ['country', countryOfAddress(reset.ip)],
    ['logged in from there before', reset.isKnownAddress ? 'yes' : 'no'],
    ['browser', reset.userAgent],
    ['reviewed (UTC)', formatInstant(reset.reviewedAt)],
    ['factors go (UTC)', formatInstant(reset.effectiveAt)],
    ['reason', reset.rejectReason],
  ];
}
