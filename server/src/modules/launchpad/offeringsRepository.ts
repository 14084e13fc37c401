/** The SQL of offers. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { OFFERINGS_PAGE, type Offering } from '@halyard/contract/launchpad/calls';
import { negate, type Decimal } from '@halyard/contract/money';
import { canonicalJson, type Plain } from '@halyard/contract/canonicalJson';
import { offeringTerms, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { hashOffering } from '@halyard/contract/termsHash';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { RuleText } from '../../terms/ruleTexts.ts';
import {
  OFFER_COLUMNS,
  toOffering,
  toRecord,
  type OfferingRecord,
  type OfferingRow,
  type OfferingStatus,
  type Telling,
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

export async function insertOffering(tx: Transaction, offer: NewOffering): Promise<OfferingId> {
  const { terms } = offer;
  const [row] = await rowsOf<{ id: OfferingId }>(
    tx,
    sql`insert into offers (coin_id, currency_id, terms, terms_hash, start_at, end_at, texts, is_recommended, created_at, updated_at)
      values (${offer.coinId}, ${offer.currencyId}, ${JSON.stringify(z.encode(offeringTerms, terms))}::text::jsonb,
        ${hashOffering(terms)}, ${terms.startAt}, ${terms.endAt}, ${JSON.stringify(offer.texts)}::text::jsonb,
        ${offer.isRecommended}, ${offer.at}, ${offer.at}) returning id`,
  );
  if (row === undefined) throw new Error('an offer was not written');
  return row.id;
}

/** The terms of every offer: their hash is the one that subscriptions name. */
export async function readOfferingTexts(reader: Reader): Promise<readonly RuleText[]> {
  const rows = await rowsOf<{ id: OfferingId; terms: Plain }>(
    reader,
    sql`select id, terms from offers order by id desc`,
  );
  return rows.map(({ id, terms }) => ({ name: `offer-${id}`, version: '1', text: canonicalJson(terms) }));
}

/** A page of offers: those that run, that are to come, that are over. */
export async function selectOfferings(reader: Reader, page: number, telling: Telling): Promise<Offering[]> {
  const now = sql`${new Date(telling.nowMs).toISOString()}::timestamptz`;
  return offeringsOf(
    reader,
    sql`cross join lateral (select case when o.status <> 'subscribing' or o.end_at <= ${now} then 2 when o.start_at > ${now} then 1 else 0 end as place) p
      order by p.place, case p.place when 0 then o.end_at when 1 then o.start_at end, o.end_at desc, o.id desc
      limit ${OFFERINGS_PAGE} offset ${(page - 1) * OFFERINGS_PAGE}`,
    telling,
  );
}

/** Throws `BusinessError('OFFER_NOT_FOUND')`. */
export async function readOffering(reader: Reader, id: OfferingId, telling: Telling): Promise<Offering> {
  const [offer] = await offeringsOf(reader, sql`where o.id = ${id}`, telling);
  if (offer === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  return offer;
}

export async function readRecommended(reader: Reader, telling: Telling): Promise<Offering | null> {
  const now = sql`${new Date(telling.nowMs).toISOString()}::timestamptz`;
  const which = sql`where o.is_recommended and o.status = 'subscribing' and o.end_at > ${now}
    order by o.start_at > ${now}, o.id desc limit 1`;
  const [offer] = await offeringsOf(reader, which, telling);
  return offer ?? null;
}

async function offeringsOf(reader: Reader, which: SQL, telling: Telling): Promise<Offering[]> {
  const rows = await rowsOf<OfferingRow>(reader, sql`select ${OFFER_COLUMNS} from offers o ${which}`);
  return rows.map((row) => toOffering(row, telling));
}

/** Without a lock. */
export async function findOffering(reader: Reader, id: OfferingId): Promise<OfferingRecord | undefined> {
  return recordOf(reader, sql`where o.id = ${id}`);
}

/**
 * Keeps everybody else from subscribing, cancelling, reviewing and allotting until the transaction ends. Whoever
 * changes an offer or a subscription locks this before anything else of theirs.
 */
export async function lockOffering(tx: Transaction, id: OfferingId): Promise<OfferingRecord | undefined> {
  return recordOf(tx, sql`where o.id = ${id} for update of o`);
}

async function recordOf(reader: Reader, which: SQL): Promise<OfferingRecord | undefined> {
  const [row] = await rowsOf<OfferingRow>(reader, sql`select ${OFFER_COLUMNS} from offers o ${which}`);
  return row && toRecord(row);
}

/** What changes of an offer; the caller has locked it. */
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

/** Counts an amount of a user in, after his subscription was written; the caller has locked the offer. */
export const countIn = (tx: Transaction, whose: Counted) => count(tx, whose, whose.amount, 1);

/** Counts it out, after his subscription has ended. */
export const countOut = (tx: Transaction, whose: Counted) => count(tx, whose, negate(whose.amount), 0);

type Counted = { readonly offerId: OfferingId; readonly userId: number; readonly amount: Decimal; readonly at: string };

/** A user counts once: with his first order that stands, and until his last one. */
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
