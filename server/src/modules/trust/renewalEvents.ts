/** Messages about orders that end, and about orders that are renewed a day later: facts, events and texts. */
import type { Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import type { RenewalFailure } from '@halyard/contract/trust/calls';
import {
  endsAtMs,
  keepsTerms,
  renewedAmount,
  yearPercent,
  type PenaltyRule,
  type TrustTerms,
} from '@halyard/contract/trust/rules';
import { numberText, fillIn, percentText } from '../../calls/messages.ts';
import type { Reader } from '../../db/database.ts';
import { fillMessage, MESSAGE_TEXTS, type MessageWriters } from '../../events/messageFacts.ts';
import type { UserEvent } from '../../events/userEvents.ts';
import type { OrderRecord } from './ordersRepository.ts';
import { readOpenProducts, type OpenProduct } from './versions.ts';

/** Terms as a message names them. */
type TermFacts = {
  readonly days: number;
  /** Percent over the whole term. */
  readonly rate: string;
  readonly penaltyRule: PenaltyRule;
  readonly penaltyValue: string;
};

/** Facts about a trust order that has matured. */
type TrustFacts = {
  readonly currency: string;
  readonly days: number;
  readonly amount: string;
  /** Interest of the whole term. */
  readonly interest: string;
  /** The order that renews it. */
  readonly renewed?: TermFacts & { readonly amount: string; readonly endsAt: string };
  /** Why it was not renewed. */
  readonly failed?: RenewalFailure;
  readonly product?: number;
};

/** Facts about an order a day before it is renewed. */
type RenewalFacts = {
  readonly currency: string;
  readonly endsAt: string;
  /** The amount of the renewal; of `worse` and `closed`, the principal that is paid out. */
  readonly amount: string;
  /** `changed`: other terms than those of the order, yet no worse than the agreed ones. */
  readonly outcome: 'same' | 'changed' | 'worse' | 'closed';
  /** At the end; null when the product is not offered then. */
  readonly next: TermFacts | null;
  /** Of the order that ends. */
  readonly before: TermFacts;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly trust: TrustFacts;
    readonly renewal: RenewalFacts;
  }
}

/** The event of a completed order; `next` renews it. */
export function completedEvent(order: OrderRecord, next?: OrderRecord): UserEvent {
  const { id, userId, terms, days, amount, interest, updatedAt, renewalFailed, product } = order;
  return {
    userId,
    ref: id,
    at: updatedAt,
    facts: {
      subject: 'trust',
      currency: terms.currency,
      days,
      amount,
      interest,
      ...(next !== undefined && {
        renewed: { ...factsOf(next.terms), amount: next.amount, endsAt: new Date(endsAtMs(next)).toISOString() },
      }),
      ...(renewalFailed !== null && { failed: renewalFailed, product }),
    },
  };
}

/** Events of those of these orders whose last day has begun, and that are to be renewed at its end. */
export async function readNotices(reader: Reader, orders: readonly OrderRecord[]): Promise<UserEvent[]> {
  const noticed = orders.filter(isNoticed);
  const offers = new Map<number, readonly OpenProduct[]>();
  for (const endMs of new Set(noticed.map(endsAtMs))) offers.set(endMs, await readOpenProducts(reader, endMs));
  return noticed.map((order) => {
    const next = offers.get(endsAtMs(order))?.find(({ terms }) => terms.product === order.product);
    return noticeEvent(order, next?.terms);
  });
}

/** A payment that is late by a day has nothing to announce. */
function isNoticed(order: OrderRecord): boolean {
  const { status, renewal, days, paidDays, updatedAt } = order;
  const isLastDay = status === 'active' && days > 1 && paidDays === days - 1;
  return isLastDay && renewal !== 'none' && Date.parse(updatedAt) < endsAtMs(order);
}

function noticeEvent(order: OrderRecord, next: TrustTerms | undefined): UserEvent {
  const { id, userId, terms, updatedAt, renewal } = order;
  const outcome = outcomeOf(order, next);
  const isPaidOut = outcome === 'closed' || outcome === 'worse';
  return {
    userId,
    ref: id,
    at: updatedAt,
    facts: {
      subject: 'renewal',
      currency: terms.currency,
      endsAt: new Date(endsAtMs(order)).toISOString(),
      amount: isPaidOut ? order.amount : renewedAmount(order, renewal),
      outcome,
      next: next === undefined ? null : factsOf(next),
      before: factsOf(terms),
    },
  };
}

function outcomeOf({ terms, renewalTerms }: OrderRecord, next: TrustTerms | undefined) {
  if (next === undefined) return 'closed';
  if (!keepsTerms(renewalTerms ?? terms, next)) return 'worse';
  return keepsTerms(next, terms) && keepsTerms(terms, next) ? 'same' : 'changed';
}

function factsOf({ days, rate, penaltyRule, penaltyValue }: TrustTerms): TermFacts {
  return { days, rate, penaltyRule, penaltyValue };
}

/** Route of the app that shows a user's orders. */
const ORDERS_ROUTE = '/pages/finance/ordersPage';

/** Failures after which the user can still buy the product. */
const BUYABLE: ReadonlySet<RenewalFailure> = new Set(['terms', 'sold_out', 'amount', 'limit', 'balance', 'halted']);

/** Texts of both messages; rates are yearly, as on the screens. */
export const renewalMessages: MessageWriters = {
  trust({ language }, facts) {
    const { messages, trust } = MESSAGE_TEXTS[language];
    const { currency, days, amount, interest, renewed, failed } = facts;
    const figure = (value: string) => numberText(language, decimal(value));
    const values = {
      currency,
      days: String(days),
      amount: figure(amount),
      interest: figure(interest),
      reason: failed === undefined ? '' : trust.failed[failed],
      ...(renewed !== undefined && {
        ...termValues(language, renewed),
        next: figure(renewed.amount),
        date: utcDateOf(renewed.endsAt),
      }),
    };
    const canBuy = failed !== undefined && BUYABLE.has(failed);
    const link = canBuy ? `/pages/finance/buyPage?id=${facts.product}` : ORDERS_ROUTE;
    if (renewed !== undefined) return fillMessage(messages.trust_renewed, values, link);
    return fillMessage(messages[failed === undefined ? 'trust_completed' : 'trust_not_renewed'], values, link);
  },
  renewal({ language }, { currency, amount, endsAt, outcome, next, before }) {
    const values = {
      currency,
      amount: numberText(language, decimal(amount)),
      date: utcDateOf(endsAt),
      before: rateText(language, before),
      ...(next !== null && termValues(language, next)),
    };
    return fillMessage(MESSAGE_TEXTS[language].messages[`renewal_${outcome}`], values, ORDERS_ROUTE);
  },
};

function termValues(language: Language, terms: TermFacts) {
  const { trust } = MESSAGE_TEXTS[language];
  const { days, penaltyRule, penaltyValue } = terms;
  const isRatio = penaltyRule === 'ratio_remaining';
  const value = isRatio ? percentText(language, penaltyValue) : numberText(language, decimal(penaltyValue));
  return {
    days: String(days),
    rate: rateText(language, terms),
    penalty: fillIn(isRatio ? trust.ratio : trust.interest, { value }),
  };
}

function rateText(language: Language, { days, rate }: Pick<TermFacts, 'days' | 'rate'>): string {
  return percentText(language, yearPercent({ days, rate: decimal(rate) }));
}

function utcDateOf(instant: string): string {
  return instant.slice(0, 10);
}
