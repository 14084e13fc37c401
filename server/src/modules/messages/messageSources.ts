/**
 * Where messages come from: rows that are there anyway. Each source is read backwards along an index by (user, instant, id), no further than a page
 * needs, so a page costs the same however long the history is.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { MessageCategory } from '@halyard/contract/calls/messages';

/** What a message tells of; the first part of its id. */
export type Subject = 'order' | 'deposit' | 'withdrawal' | 'identity' | 'security' | 'chat';

/** A source of messages. Its rows are called `r`. */
export type MessageSource = {
  readonly subject: Subject;
  readonly category: MessageCategory;
  /** Among messages of one instant: a higher one is newer. Part of every cursor that clients hold, so a source keeps its own. */
  readonly rank: number;
  readonly table: SQL;
  readonly at: SQL;
  /** Which rows of the table are messages, as the index has it. */
  readonly isMessage: SQL;
  /** What the text of a row names, as JSON; decimals as text. */
  readonly facts: SQL;
  /** Up to which id rows count as read because the user saw them elsewhere. */
  readonly seenElsewhere?: (userId: UserId) => SQL;
};

/** How much of an answer in the chat its message quotes. */
const SNIPPET_CHARACTERS = 140;

const currencyOf = (channelId: SQL) =>
  sql`(select c.name from funding_channels f join currencies c on c.id = f.currency_id where f.id = ${channelId})`;

export const MESSAGE_SOURCES: readonly MessageSource[] = [
  {
    subject: 'order',
    category: 'fills',
    rank: 1,
    table: sql`spot_orders`,
    at: sql`r.told_at`,
    isMessage: sql`r.told_at is not null`,
    facts: sql`(select json_build_object('symbol', m.symbol, 'base', m.base, 'quote', m.quote, 'places', m.price_precision,
        'side', r.side, 'status', r.status, 'reason', r.cancel_reason, 'quantity', r.quantity::text, 'filled', r.filled_quantity::text, 'filledQuote', r.filled_quote::text)
      from market_records m where m.id = r.market_id)`,
  },
  {
    subject: 'deposit',
    category: 'deposits',
    rank: 2,
    table: sql`deposits`,
    at: sql`r.reviewed_at`,
    isMessage: sql`r.reviewed_at is not null`,
    facts: sql`json_build_object('status', r.status, 'amount', r.amount::text, 'currency', ${currencyOf(sql`r.channel_id`)},
      'reason', r.reject_reason)`,
  },
  {
    subject: 'withdrawal',
    category: 'withdrawals',
    rank: 3,
    table: sql`withdrawals`,
    at: sql`r.closed_at`,
    isMessage: sql`r.status in ('passed', 'rejected')`,
    facts: sql`json_build_object('status', r.status, 'amount', r.amount::text, 'fee', r.fee::text,
      'currency', ${currencyOf(sql`r.channel_id`)}, 'reason', r.reject_reason)`,
  },
  {
    subject: 'identity',
    category: 'security',
    rank: 4,
    table: sql`identity_checks`,
    at: sql`r.reviewed_at`,
    isMessage: sql`r.reviewed_at is not null`,
    facts: sql`json_build_object('status', r.status, 'level', r.level, 'reason', r.reject_reason)`,
  },
  {
    subject: 'security',
    category: 'security',
    rank: 5,
    table: sql`security_events`,
    at: sql`r.created_at`,
    isMessage: sql`true`,
    facts: sql`json_build_object('kind', r.kind, 'details', r.details)`,
  },
  {
    subject: 'chat',
    category: 'support',
    rank: 6,
    table: sql`chat_messages`,
    at: sql`r.created_at`,
    isMessage: sql`r.sender = 'operator'`,
    facts: sql.raw(
      `json_build_object('snippet', left(r.body, ${SNIPPET_CHARACTERS}), 'isCut', length(r.body) > ${SNIPPET_CHARACTERS})`,
    ),
    seenElsewhere: (userId) => sql`coalesce((select by_user from chat_reads where user_id = ${userId}), 0)`,
  },
];

/** A message's place in the order of all: newest first by instant, then by rank of the source, then by id. */
export type Place = { readonly at: string; readonly rank: number; readonly id: number };

/** Which rows of a source come after a place, as one range of its index. */
export function olderThan({ rank, at }: MessageSource, place: Place): SQL {
  const instant = sql`${place.at}::timestamptz`;
  if (rank === place.rank) return sql`(${at}, r.id) < (${instant}, ${place.id}::bigint)`;
  return rank < place.rank ? sql`${at} <= ${instant}` : sql`${at} < ${instant}`;
}

/** The rows of a source that are a user's messages. */
export function ownRows({ table, isMessage }: MessageSource, userId: UserId): SQL {
  return sql`${table} r where r.user_id = ${userId} and ${isMessage}`;
}
