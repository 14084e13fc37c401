/** SQL of offerings, and the mapping of their rows to the contract. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId } from '@halyard/contract/ids';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import type { Language } from '@halyard/contract/languages';
import { decimal, divide, isPositive, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { offeringTerms, overRatioOf, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { isoText } from '../../db/sqlTime.ts';

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

export type OfferingRow = {
  readonly id: OfferingId;
  readonly coin_id: CurrencyId;
  readonly currency_id: CurrencyId;
  readonly terms: object;
  readonly terms_hash: string;
  readonly texts: TextsByLanguage;
  readonly is_recommended: boolean;
  readonly status: OfferingStatus;
  readonly subscribed: string;
  readonly subscribers: number;
  readonly escrow: string;
  readonly allotted_at: string | null;
  readonly unlock_at: string | null;
  readonly allotted: string | null;
  readonly done_row: number;
  readonly withdraw_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** Columns of `offers o`. */
export const OFFERING_COLUMNS = sql`o.id, o.coin_id, o.currency_id, o.terms, o.terms_hash, o.texts, o.is_recommended,
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

export function toRecord(row: OfferingRow): OfferingRecord {
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
export type AnswerContext = { readonly language: Language; readonly nowMs: number };

export function toOffering(row: OfferingRow, { language, nowMs }: AnswerContext): Offering {
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
    allotted: row.allotted === null ? null : decimal(row.allotted),
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
