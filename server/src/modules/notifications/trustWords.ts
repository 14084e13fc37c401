/** Words of messages about trust orders: their end, and their renewal. */
import type { Language } from '@halyard/contract/languages';
import { decimal } from '@halyard/contract/money';
import type { RenewalFailure } from '@halyard/contract/trust/calls';
import { yearPercent } from '@halyard/contract/trust/rules';
import { figureOf, fillIn, percentOf } from '../../calls/messages.ts';
import type { Facts } from '../../events/messageFacts.ts';
import type texts from './texts/en.json';

type TrustFacts = Facts<'trust' | 'renewal'>;
type Terms = NonNullable<Facts<'renewal'>['next']>;
type Texts = Pick<typeof texts, 'trust'>;
type Values = Readonly<Record<string, string>>;

const ORDERS = '/pages/finance/ordersPage';
/** The product's page, where the money can be invested under its current terms. */
const PRODUCT = '/pages/finance/buyPage';
/** Failures after which the user can still buy the product. */
const BUYABLE: ReadonlySet<RenewalFailure> = new Set(['terms', 'sold_out', 'amount', 'limit', 'balance', 'halted']);

/** Key of the text. */
export function trustKey(facts: TrustFacts) {
  if (facts.subject === 'renewal') return `renewal_${facts.outcome}` as const;
  if (facts.renewed !== undefined) return 'trust_renewed';
  return facts.failed === undefined ? 'trust_completed' : 'trust_not_renewed';
}

/** Route that shows the order, or offers the product again. */
export function trustLink(facts: TrustFacts): string {
  if (facts.subject === 'renewal' || facts.failed === undefined || !BUYABLE.has(facts.failed)) return ORDERS;
  return `${PRODUCT}?id=${facts.product}`;
}

/** Figures of the text; rates are yearly, as on the screens. */
export function trustValues(language: Language, words: Texts, facts: TrustFacts): Values {
  const figure = (value: string) => figureOf(language, decimal(value));
  const { currency } = facts;
  if (facts.subject === 'renewal') {
    const { amount, endsAt, next, before } = facts;
    return {
      currency,
      amount: figure(amount),
      date: dateOf(endsAt),
      before: rateText(language, before),
      ...(next !== null && termValues(language, words, next)),
    };
  }
  const { days, amount, interest, renewed, failed } = facts;
  return {
    currency,
    days: String(days),
    amount: figure(amount),
    interest: figure(interest),
    reason: failed === undefined ? '' : words.trust.failed[failed],
    ...(renewed !== undefined && {
      ...termValues(language, words, renewed),
      next: figure(renewed.amount),
      date: dateOf(renewed.endsAt),
    }),
  };
}

function termValues(language: Language, { trust }: Texts, terms: Terms): Values {
  const { days, penaltyRule, penaltyValue } = terms;
  const isRatio = penaltyRule === 'ratio_remaining';
  const value = isRatio ? percentOf(language, penaltyValue) : figureOf(language, decimal(penaltyValue));
  return {
    days: String(days),
    rate: rateText(language, terms),
    penalty: fillIn(isRatio ? trust.ratio : trust.interest, { value }),
  };
}

function rateText(language: Language, { days, rate }: Pick<Terms, 'days' | 'rate'>): string {
  return percentOf(language, yearPercent({ days, rate: decimal(rate) }));
}

/** In UTC, in which orders count. */
function dateOf(instant: string): string {
  return instant.slice(0, 10);
}
