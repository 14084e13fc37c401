import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { OFFERS_PAGE, type Offering } from '@halyard/contract/launchpad/calls';
import { negate, type Decimal } from '@halyard/contract/money';
import { canonicalJson, type Plain } from '@halyard/contract/canonicalJson';
import { offeringTerms, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { hashOffering } from '@halyard/contract/termsHash';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { RuleText } from '../../terms/ruleTexts.ts';
import {
  OFFERING_COLUMNS,
  toOffering,
  toRecord,
  type OfferingRecord,
  type OfferingRow,
  type OfferingStatus,
  type AnswerContext,
  type TextsByLanguage,
} from './offeringRow.ts';

export type NewOffering = {
  readonly coinId: CurrencyId;
  readonly currencyId: CurrencyId;
  readonly terms: OfferingTerms;
  readonly texts: TextsByLanguage;
  readonly isRecommended: boolean;
  /** ISO 8601. */
  readonly at: string;
};

export async function insertOffering(tx: Transaction, offering: NewOffering): Promise<OfferingId> {
  const { terms } = offering;
  const [row] = await rowsOf<{ id: OfferingId }>(
    tx,
    sql`insert into offers (coin_id, currency_id, terms, terms_hash, start_at, end_at, texts, is_recommended, created_at, updated_at)
      values (${offering.coinId}, ${offering.currencyId}, ${JSON.stringify(z.encode(offeringTerms, terms))}::text::jsonb,
        ${hashOffering(terms)}, ${terms.startAt}, ${terms.endAt}, ${JSON.stringify(offering.texts)}::text::jsonb,
        ${offering.isRecommended}, ${offering.at}, ${offering.at}) returning id`,
  );
  if (row === undefined) throw new Error('an offer was not written');
  return row.id;
}

/** The terms of every offering: subscriptions name their hash. */
export async function readOfferingTexts(reader: Reader): Promise<readonly RuleText[]> {
  const rows = await rowsOf<{ id: OfferingId; terms: Plain }>(
    reader,
    sql`select id, terms from offers order by id desc`,
  );
  return rows.map(({ id, terms }) => ({ name: `offer-${id}`, version: '1', text: canonicalJson(terms) }));
}

/** A page of offerings: running ones, announced ones, ended ones. */
export async function selectOfferings(reader: Reader, page: number, context: AnswerContext): Promise<Offering[]> {
  const now = sql`${new Date(context.nowMs).toISOString()}::timestamptz`;
  return offeringsOf(
    reader,
    sql`cross join lateral (select case when o.status <> 'subscribing' or o.end_at <= ${now} then 2 when o.start_at > ${now} then 1 else 0 end as place) p
      order by p.place, case p.place when 0 then o.end_at when 1 then o.start_at end, o.end_at desc, o.id desc
      limit ${OFFERS_PAGE} offset ${(page - 1) * OFFERS_PAGE}`,
    context,
  );
}

/** An offering. Throws `BusinessError('OFFER_NOT_FOUND')`. */
export async function readOffering(reader: Reader, id: OfferingId, context: AnswerContext): Promise<Offering> {
  const [offering] = await offeringsOf(reader, sql`where o.id = ${id}`, context);
  if (offering === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  return offering;
}

export async function readRecommended(reader: Reader, context: AnswerContext): Promise<Offering | null> {
  const now = sql`${new Date(context.nowMs).toISOString()}::timestamptz`;
  const which = sql`where o.is_recommended and o.status = 'subscribing' and o.end_at > ${now}
    order by o.start_at > ${now}, o.id desc limit 1`;
  const [offering] = await offeringsOf(reader, which, context);
  return offering ?? null;
}

async function offeringsOf(reader: Reader, which: SQL, context: AnswerContext): Promise<Offering[]> {
  const rows = await rowsOf<OfferingRow>(reader, sql`select ${OFFERING_COLUMNS} from offers o ${which}`);
  return rows.map((row) => toOffering(row, context));
}

/** Without a lock. */
export async function findOffering(reader: Reader, id: OfferingId): Promise<OfferingRecord | undefined> {
  return recordOf(reader, sql`where o.id = ${id}`);
}

/**
 * Blocks subscribing, cancelling, reviewing and allotting until the transaction ends. Every change of an offering or a
 * subscription locks the offering before anything else of theirs.
 */
export async function lockOffering(tx: Transaction, id: OfferingId): Promise<OfferingRecord | undefined> {
  return recordOf(tx, sql`where o.id = ${id} for update of o`);
}

async function recordOf(reader: Reader, which: SQL): Promise<OfferingRecord | undefined> {
  const [row] = await rowsOf<OfferingRow>(reader, sql`select ${OFFERING_COLUMNS} from offers o ${which}`);
  return row && toRecord(row);
}

/** A change of an offering; the caller has locked it. */
export type OfferingChange = {
  readonly status?: OfferingStatus;
  readonly doneRow?: number;
  readonly allottedAt?: string;
  readonly unlockAt?: string;
  readonly allotted?: Decimal;
  readonly withdrawReason?: string;
};

export async function changeOffering(
  tx: Transaction,
  id: OfferingId,
  change: OfferingChange,
  at: string,
): Promise<void> {
  await tx.execute(
    sql`update offers set status = coalesce(${change.status ?? null}, status), done_row = coalesce(${change.doneRow ?? null}::int, done_row),
        allotted_at = coalesce(${change.allottedAt ?? null}::timestamptz, allotted_at),
        unlock_at = coalesce(${change.unlockAt ?? null}::timestamptz, unlock_at),
        allotted = coalesce(${change.allotted ?? null}::numeric, allotted),
        withdraw_reason = coalesce(${change.withdrawReason ?? null}, withdraw_reason), updated_at = ${at}
      where id = ${id}`,
  );
}

/** Adds a new subscription to the offering's totals; the caller has locked the offering. */
export const countIn = (tx: Transaction, change: Counted) => count(tx, change, change.amount, 1);

/** Removes an ended subscription from the offering's totals. */
export const countOut = (tx: Transaction, change: Counted) => count(tx, change, negate(change.amount), 0);

type Counted = { readonly offerId: OfferingId; readonly userId: number; readonly amount: Decimal; readonly at: string };

/** A user counts once, from their first active subscription to their last one. */
async function count(tx: Transaction, { offerId, userId, at }: Counted, by: Decimal, left: 0 | 1): Promise<void> {
  await tx.execute(
    sql`update offers set subscribed = subscribed + ${by}::numeric, updated_at = ${at},
        subscribers = subscribers + case when ${left}::int <> (
          select count(*) from subscriptions s
          where s.offer_id = ${offerId} and s.user_id = ${userId} and s.status in ('pending', 'passed')
        ) then 0 when ${left}::int = 1 then 1 else -1 end
      where id = ${offerId}`,
  );
}
