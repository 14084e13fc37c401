/** SQL of offerings, and the mapping of their rows to the contract. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import { OFFERINGS_PAGE, type Offering, type OfferingState } from '@halyard/contract/launchpad/calls';
import { negate, type Decimal, decimal, divide, isPositive, subtract, ZERO } from '@halyard/contract/money';
import { canonicalJson, type Plain } from '@halyard/contract/canonicalJson';
import { hashOffering, offeringTerms, type OfferingTerms, overRatioOf } from '@halyard/contract/launchpad/terms';
import type { Language } from '@halyard/contract/languages';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import type { Row } from '../../db/rows.ts';
import type { RuleText } from '../../terms/versions.ts';

/** The next step of an offering, in this order, or its end. */
export type OfferingStatus = 'subscribing' | 'allotting' | 'locked' | 'delivered' | 'withdrawing' | 'withdrawn';

/** Texts about a coin, plain. */
export type OfferingTexts = {
  readonly introduction: string;
  readonly source: string;
  readonly recommendTitle: string;
  readonly recommendText: string;
};
/** English is always present and is the fallback. */
export type TextsByLanguage = { readonly en: OfferingTexts } & Readonly<Partial<Record<Language, OfferingTexts>>>;

type OfferingRow = Row<
  'offerings',
  | 'id'
  | 'coin_id'
  | 'currency_id'
  | 'terms_hash'
  | 'is_recommended'
  | 'status'
  | 'subscribed'
  | 'subscribers'
  | 'allotted_at'
  | 'unlock_at'
  | 'allotted'
  | 'done_row'
  | 'withdraw_reason'
  | 'created_at'
  | 'updated_at'
> & {
  readonly terms: object;
  readonly texts: TextsByLanguage;
  readonly escrow: string;
};

/** Columns of `offerings o`. */
const OFFERING_COLUMNS = sql`o.id, o.coin_id, o.currency_id, o.terms, o.terms_hash, o.texts, o.is_recommended,
  o.status, o.subscribed::text as subscribed, o.subscribers, o.allotted::text as allotted, o.done_row, o.withdraw_reason,
  ${isoText(sql`o.allotted_at`)} as allotted_at, ${isoText(sql`o.unlock_at`)} as unlock_at,
  ${isoText(sql`o.created_at`)} as created_at, ${isoText(sql`o.updated_at`)} as updated_at,
  coalesce((select a.available + a.held from ledger_accounts a
    where a.user_id is null and a.kind = 'subscription' and a.currency_id = o.coin_id), 0)::text as escrow`;

/** An offering for a step; its row is locked. */
export type OfferingRecord = Pick<OfferingRow, 'id' | 'status'> & {
  readonly coinId: CurrencyId;
  readonly currencyId: CurrencyId;
  readonly terms: OfferingTerms;
  readonly termsHash: string;
  readonly subscribed: Decimal;
  readonly doneRow: number;
  readonly unlockAt: string | null;
  readonly withdrawReason: string | null;
};

function toRecord(row: OfferingRow): OfferingRecord {
  return {
    id: row.id,
    status: row.status,
    coinId: row.coin_id,
    currencyId: row.currency_id,
    terms: z.decode(offeringTerms, row.terms as z.input<typeof offeringTerms>),
    termsHash: row.terms_hash,
    subscribed: decimal(row.subscribed),
    doneRow: row.done_row,
    unlockAt: row.unlock_at,
    withdrawReason: row.withdraw_reason,
  };
}

/** Language and instant of an answer. */
type AnswerContext = { readonly language: Language; readonly nowMs: number };

function toOffering(row: OfferingRow, { language, nowMs }: AnswerContext): Offering {
  const { terms, subscribed, ...record } = toRecord(row);
  const { price, supply } = terms;
  const texts = row.texts[language] ?? row.texts.en;
  const asked = divide(subscribed, price, terms.unitPlaces, 'down');
  const left = subtract(supply, asked);
  return {
    id: row.id,
    coin: terms.coin,
    coinId: record.coinId,
    currencyId: record.currencyId,
    currency: terms.currency,
    price,
    interestRate: terms.interestRate,
    predictRate: '',
    supply,
    left: isPositive(left) ? left : ZERO,
    minCoins: terms.minCoins,
    lockDays: terms.lockDays,
    startAt: terms.startAt,
    endAt: terms.endAt,
    onlineAt: terms.onlineAt,
    introduction: texts.introduction,
    source: texts.source,
    isRecommended: row.is_recommended,
    recommendTitle: texts.recommendTitle,
    recommendText: texts.recommendText,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    state: stateOf({ status: row.status, terms }, nowMs),
    subscribed: asked,
    subscribedAmount: subscribed,
    subscribers: row.subscribers,
    overRatio: overRatioOf(subscribed, terms),
    escrow: decimal(row.escrow),
    allottedAt: row.allotted_at,
    allotted: decimalOrNull(row.allotted),
    unlockAt: row.unlock_at,
    withdrawReason: row.withdraw_reason,
    terms,
    termsHash: row.terms_hash,
  };
}

/** The state at an instant of the exchange's clock. */
export function stateOf({ status, terms }: Pick<OfferingRecord, 'status' | 'terms'>, nowMs: number): OfferingState {
  switch (status) {
    case 'withdrawing':
    case 'withdrawn':
      return 'withdrawn';
    case 'locked':
    case 'delivered':
      return nowMs < Date.parse(terms.onlineAt) ? 'allotted' : 'launched';
    case 'allotting':
      return 'closed';
    case 'subscribing':
      if (nowMs < Date.parse(terms.startAt)) return 'announced';
      return nowMs < Date.parse(terms.endAt) ? 'open' : 'closed';
  }
}

type NewOffering = {
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
    sql`insert into offerings (coin_id, currency_id, terms, terms_hash, start_at, end_at, texts, is_recommended, created_at, updated_at)
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
    sql`select id, terms from offerings order by id desc`,
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
      limit ${OFFERINGS_PAGE} offset ${(page - 1) * OFFERINGS_PAGE}`,
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
  const rows = await rowsOf<OfferingRow>(reader, sql`select ${OFFERING_COLUMNS} from offerings o ${which}`);
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
  const [row] = await rowsOf<OfferingRow>(reader, sql`select ${OFFERING_COLUMNS} from offerings o ${which}`);
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
    sql`update offerings set status = coalesce(${change.status ?? null}, status), done_row = coalesce(${change.doneRow ?? null}::int, done_row),
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

type Counted = {
  readonly offeringId: OfferingId;
  readonly userId: number;
  readonly amount: Decimal;
  readonly at: string;
};

/** A user counts once, from their first active subscription to their last one. */
async function count(tx: Transaction, { offeringId, userId, at }: Counted, by: Decimal, left: 0 | 1): Promise<void> {
  await tx.execute(
    sql`update offerings set subscribed = subscribed + ${by}::numeric, updated_at = ${at},
        subscribers = subscribers + case when ${left}::int <> (
          select count(*) from offering_subscriptions s
          where s.offering_id = ${offeringId} and s.user_id = ${userId} and s.status in ('pending', 'passed')
        ) then 0 when ${left}::int = 1 then 1 else -1 end
      where id = ${offeringId}`,
  );
}
