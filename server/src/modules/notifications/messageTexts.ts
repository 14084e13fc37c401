/** Texts and links of messages, in the reader's language. */
import { SKIPS_MAX } from '@halyard/contract/convert/planCalls';
import type { Language } from '@halyard/contract/languages';
import { add, decimal, isPositive, isZero, MONEY_PLACES, round, toFixedText } from '@halyard/contract/money';
import { returnOf } from '@halyard/contract/options/rules';
import { averagePrice } from '@halyard/contract/spot/rules';
import type { RenewalFailure } from '@halyard/contract/trust/calls';
import { yearPercent } from '@halyard/contract/trust/rules';
import { figureOf, fillIn, percentOf, reasonOf } from '../../calls/messages.ts';
import type { Facts, MessageFacts, SecurityEventKind } from '../../events/messageFacts.ts';
import { futuresKey, futuresValues } from './futuresWords.ts';
import en from './texts/en.json' with { type: 'json' };
import esp from './texts/esp.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import vnm from './texts/vnm.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

type Texts = typeof en;
type TextKey = keyof Texts['messages'];
type Values = Readonly<Record<string, string>>;

/** Text of a message, and the route of the app that shows its subject. */
export type MessageWords = { readonly title: string; readonly text: string; readonly link: string };

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/** The app's routes (`src/shared/navigation/paths.ts`). */
const LINKS = {
  trade: '/pages/trade/index',
  kline: '/pages/trade/kline',
  option: '/pages/option/detail',
  lever: '/pages/lever/index',
  plan: '/pages/convert/plan',
  trust: '/pages/finance/ordersPage',
  trustProduct: '/pages/finance/buyPage',
  subscription: '/pages/publication/details',
  deposit: '/pages/assets/deposit/charge',
  withdrawal: '/pages/assets/withdraw/detail',
  rebate: '/pages/promotion/index',
  verification: '/pages/verification/index',
  devices: '/pages/settings/account/index',
  security: '/pages/settings/security/index',
  addresses: '/pages/user/address/index',
  fundReset: '/pages/settings/security/fundReset',
  accountData: '/pages/settings/security/data',
  bankCard: '/pages/bankbind/index',
  chat: '/pages/help-center/chat',
} as const;

const SECURITY_LINKS: Readonly<Record<SecurityEventKind, string>> = {
  login_new_device: LINKS.devices,
  sessions_ended: LINKS.devices,
  password_changed: LINKS.security,
  fund_password_set: LINKS.security,
  fund_password_changed: LINKS.security,
  address_added: LINKS.addresses,
  address_removed: LINKS.addresses,
  bank_card_bound: LINKS.bankCard,
  bank_card_changed: LINKS.bankCard,
  owner_check_failed: LINKS.security,
  factor_added: LINKS.security,
  factor_removed: LINKS.security,
  recovery_code_used: LINKS.security,
  recovery_codes_renewed: LINKS.security,
  factor_reset_requested: LINKS.security,
  factor_reset_approved: LINKS.security,
  factor_reset_rejected: LINKS.security,
  factor_reset_cancelled: LINKS.security,
  passkey_counter_back: LINKS.security,
  whitelist_on: LINKS.addresses,
  whitelist_off_asked: LINKS.addresses,
  whitelist_off: LINKS.addresses,
  fund_password_reset_asked: LINKS.fundReset,
  fund_password_reset_waits: LINKS.fundReset,
  fund_password_reset_rejected: LINKS.fundReset,
  fund_password_reset_cancelled: LINKS.security,
  fund_password_reset_done: LINKS.security,
  withdrawal_requested: LINKS.security,
  account_frozen: LINKS.security,
  account_unfrozen: LINKS.security,
  unfreeze_rejected: LINKS.security,
  account_frozen_by_us: LINKS.security,
  account_closing: LINKS.accountData,
  account_kept: LINKS.accountData,
  account_not_closed: LINKS.accountData,
  data_export_ready: LINKS.accountData,
  anti_phishing_set: LINKS.security,
};

/** Reader of a message. */
export type Reader = { readonly language: Language; readonly isSandbox: boolean };

/**
 * Makes the text of a message. The title has no amounts, prices or addresses; amounts in the text have all their
 * digits.
 */
export function wordsOf(reader: Reader, facts: MessageFacts, ref: number): MessageWords {
  const { language } = reader;
  const texts = TEXTS[language];
  switch (facts.subject) {
    case 'order':
      return orderWords(language, facts);
    case 'stop':
      return stopWords(language, facts, ref);
    case 'option':
      return optionWords(language, facts, ref);
    case 'contract':
      return futuresWords(language, facts);
    case 'trust':
    case 'renewal':
      return trustWords(language, facts);
    case 'subscription':
      return subscriptionWords(language, facts);
    case 'rebate':
      return write(
        texts,
        'rebate',
        { amount: figureOf(language, decimal(facts.amount)), currency: facts.currency },
        LINKS.rebate,
      );
    case 'alert':
      return alertWords(language, facts);
    case 'plan':
    case 'plan_end':
      return planWords(language, facts, ref);
    default:
      return accountWords(reader, facts, ref);
  }
}

/** Subjects beside trading: deposits, withdrawals, identity, security and chat. */
function accountWords(
  { language, isSandbox }: Reader,
  facts: Facts<'deposit' | 'withdrawal' | 'identity' | 'security' | 'chat'>,
  ref: number,
): MessageWords {
  const texts = TEXTS[language];
  switch (facts.subject) {
    case 'deposit':
      return write(texts, `deposit_${facts.status}`, moneyValues(language, facts), withId(LINKS.deposit, ref));
    case 'withdrawal':
      return write(
        texts,
        withdrawalKey(facts.status, isSandbox),
        moneyValues(language, facts),
        withId(LINKS.withdrawal, ref),
      );
    case 'identity':
      return identityWords(language, facts);
    case 'security':
      return securityWords(language, facts);
    case 'chat':
      return chatWords(texts, facts);
  }
}

function planWords(language: Language, facts: Facts<'plan' | 'plan_end'>, ref: number): MessageWords {
  const texts = TEXTS[language];
  const { currency } = facts;
  if (facts.subject === 'plan_end') return write(texts, 'plan_ended', { currency }, withId(LINKS.plan, ref));
  const { planId, bought, skipped, isPaused, isLate, missed } = facts;
  const figure = (value: string) => figureOf(language, decimal(value));
  const values = {
    currency,
    amount: figure(facts.amount),
    received: bought === null ? '' : figure(bought.received),
    price: bought === null ? '' : figure(round(decimal(bought.price), MONEY_PLACES, 'half-even')),
    reason: skipped === null || skipped === 'missed' ? '' : texts.plans.skipped[skipped],
    count: String(SKIPS_MAX),
    due: facts.dueAt.slice(0, 16).replace('T', ' '),
    missed: String(missed),
  };
  const more = [...(isLate ? [texts.plans.late] : []), ...(missed > 0 ? [texts.plans.missed] : [])];
  const key = isPaused ? 'plan_paused' : bought === null ? 'plan_skipped' : 'plan_bought';
  return write(
    texts,
    key,
    { ...values, more: more.map((text) => fillIn(text, values)).join(' ') },
    withId(LINKS.plan, planId),
  );
}

function orderWords(language: Language, facts: Facts<'order'>): MessageWords {
  const { symbol, base, quote, places, side, status, reason } = facts;
  const texts = TEXTS[language];
  const filled = decimal(facts.filled);
  const average = averagePrice(decimal(facts.filledQuote), filled);
  const reasons: Values = texts.reasons;
  const values = {
    symbol,
    base,
    quote,
    quantity: figureOf(language, decimal(facts.quantity)),
    filled: figureOf(language, filled),
    price: average === undefined ? '' : figureOf(language, round(average, places, 'half-even')),
    reason: reasons[reason ?? ''] ?? '',
  };
  const link = withSymbol(LINKS.trade, symbol);
  if (status === 'completed') return write(texts, side === 'buy' ? 'order_bought' : 'order_sold', values, link);
  return write(texts, isZero(filled) ? 'order_unfilled' : 'order_partly', values, link);
}

/** Its link opens the order that the stop became. */
function stopWords(language: Language, facts: Facts<'stop'>, ref: number): MessageWords {
  const { symbol, base, quote, side, price } = facts;
  const values = {
    symbol,
    base,
    quote,
    stop: figureOf(language, decimal(facts.stopPrice)),
    quantity: figureOf(language, decimal(facts.quantity)),
    price: price === null ? '' : figureOf(language, decimal(price)),
  };
  const key = price === null ? (`stop_${side}_market` as const) : (`stop_${side}` as const);
  return write(TEXTS[language], key, values, `${withSymbol(LINKS.trade, symbol)}&order=${ref}`);
}

/** With the fee, if one was kept. */
function optionWords(language: Language, facts: Facts<'option'>, ref: number): MessageWords {
  const { result, reason, direction, symbol, currency, places } = facts;
  const texts = TEXTS[language];
  const figure = (value: string) => figureOf(language, value);
  const price = (value: string) => figure(toFixedText(decimal(value), places));
  const [stake, fee, payout] = [decimal(facts.stake), decimal(facts.fee), decimal(facts.payout)];
  const values = {
    symbol,
    currency,
    stake: figure(stake),
    fee: figure(fee),
    payout: figure(payout),
    direction: texts.options[direction],
    seconds: String(facts.seconds),
    open: price(facts.openPrice),
    end: facts.endPrice === null ? '' : price(facts.endPrice),
    returned: figure(returnOf(result, { stake, fee, payout, held: add(stake, fee) })),
    reason: reason === null ? '' : texts.options[reason],
  };
  const words = write(texts, `option_${result}`, values, withId(LINKS.option, ref));
  if (result === 'void' || !isPositive(fee)) return words;
  return { ...words, text: `${words.text} ${fillIn(texts.options.fee, values)}` };
}

function futuresWords(language: Language, facts: Facts<'contract'>): MessageWords {
  const texts = TEXTS[language];
  const values = futuresValues(language, texts, facts);
  return write(texts, futuresKey(facts), values, withSymbol(LINKS.lever, facts.symbol));
}

function trustWords(language: Language, facts: TrustFacts): MessageWords {
  const texts = TEXTS[language];
  return write(texts, trustKey(facts), trustValues(language, texts, facts), trustLink(facts));
}

type TrustFacts = Facts<'trust' | 'renewal'>;
type TrustTerms = NonNullable<Facts<'renewal'>['next']>;
/** Failures after which the user can still buy the product. */
const BUYABLE: ReadonlySet<RenewalFailure> = new Set(['terms', 'sold_out', 'amount', 'limit', 'balance', 'halted']);

/** Key of the text. */
function trustKey(facts: TrustFacts) {
  if (facts.subject === 'renewal') return `renewal_${facts.outcome}` as const;
  if (facts.renewed !== undefined) return 'trust_renewed';
  return facts.failed === undefined ? 'trust_completed' : 'trust_not_renewed';
}

/** Route that shows the order, or offers the product again. */
function trustLink(facts: TrustFacts): string {
  if (facts.subject === 'renewal' || facts.failed === undefined || !BUYABLE.has(facts.failed)) return LINKS.trust;
  return `${LINKS.trustProduct}?id=${facts.product}`;
}

/** Figures of the text; rates are yearly, as on the screens. */
function trustValues(language: Language, words: Texts, facts: TrustFacts): Values {
  const figure = (value: string) => figureOf(language, decimal(value));
  const { currency } = facts;
  if (facts.subject === 'renewal') {
    const { amount, endsAt, next, before } = facts;
    return {
      currency,
      amount: figure(amount),
      date: dayOf(endsAt),
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
      date: dayOf(renewed.endsAt),
    }),
  };
}

function termValues(language: Language, { trust }: Pick<Texts, 'trust'>, terms: TrustTerms): Values {
  const { days, penaltyRule, penaltyValue } = terms;
  const isRatio = penaltyRule === 'ratio_remaining';
  const value = isRatio ? percentOf(language, penaltyValue) : figureOf(language, decimal(penaltyValue));
  return {
    days: String(days),
    rate: rateText(language, terms),
    penalty: fillIn(isRatio ? trust.ratio : trust.interest, { value }),
  };
}

function rateText(language: Language, { days, rate }: Pick<TrustTerms, 'days' | 'rate'>): string {
  return percentOf(language, yearPercent({ days, rate: decimal(rate) }));
}

/** The UTC date of an instant. */
function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function subscriptionWords(language: Language, facts: Facts<'subscription'>): MessageWords {
  const { happened, coin, currency, coins, interest, paid, released, unlockAt, reason, offerId } = facts;
  const texts = TEXTS[language];
  const figure = (amount: string | null) => (amount === null ? '' : figureOf(language, decimal(amount)));
  const part = (text: string, values: Values) => `${fillIn(text, values)} `;
  const hasInterest = interest !== null && isPositive(decimal(interest));
  const values = {
    coin,
    currency,
    coins: figure(coins),
    paid: figure(paid),
    released: figure(released),
    reason: reasonOf(language, reason ?? ''),
    interest: hasInterest ? part(texts.subscriptions.interest, { interest: figure(interest), coin }) : '',
    lock: unlockAt === null ? '' : part(texts.subscriptions.lock, { until: unlockAt.slice(0, 16).replace('T', ' ') }),
  };
  return write(texts, `subscription_${happened}`, values, withId(LINKS.subscription, offerId));
}

function withdrawalKey(status: Facts<'withdrawal'>['status'], isSandbox: boolean): TextKey {
  return status === 'passed' && isSandbox ? 'withdrawal_passed_test' : `withdrawal_${status}`;
}

function moneyValues(language: Language, facts: Facts<'deposit'> | Facts<'withdrawal'>): Values {
  const { currency, reason } = facts;
  const fee = facts.subject === 'withdrawal' ? figureOf(language, decimal(facts.fee)) : '';
  return { amount: figureOf(language, decimal(facts.amount)), currency, fee, reason: reasonOf(language, reason ?? '') };
}

/** With the end of the withdrawal hold, if there is one. */
function securityWords(language: Language, facts: Facts<'security'>): MessageWords {
  const { kind, details } = facts;
  const texts = TEXTS[language];
  const words = write(texts, kind, securityValues(language, facts), SECURITY_LINKS[kind]);
  if (details['until'] === undefined) return words;
  const held = kind.startsWith('address') || kind.startsWith('bank_card') ? texts.held.there : texts.held.all;
  return { ...words, text: `${words.text} ${fillIn(held, details)}` };
}

function securityValues(language: Language, { kind, details }: Facts<'security'>): Values {
  const texts = TEXTS[language];
  if (kind === 'account_frozen_by_us') return { reason: reasonOf(language, details['reason'] ?? '') };
  if (kind === 'unfreeze_rejected') return { reason: reasonOf(language, details['reason'] ?? '') };
  if (kind !== 'login_new_device') {
    const amount = details['amount'] === undefined ? '' : figureOf(language, decimal(details['amount']));
    // The one factor without a name of its own.
    return details['factor'] === 'totp' ? { ...details, name: texts.authenticator } : { ...details, amount };
  }
  return { device: details['device'] ? details['device'] : texts.unknownDevice };
}

function identityWords(language: Language, { level, status, reason }: Facts<'identity'>): MessageWords {
  const values = { reason: reasonOf(language, reason ?? '') };
  return write(TEXTS[language], `identity_${level}_${status}`, values, LINKS.verification);
}

function alertWords(language: Language, facts: Facts<'alert'>): MessageWords {
  const { kind, symbol, quote, places, price, value, minutes, change, tickAt } = facts;
  const texts = TEXTS[language];
  const priceText = (at: string) => figureOf(language, toFixedText(decimal(at), places));
  const values = {
    symbol,
    quote,
    price: priceText(price),
    value: minutes === null ? priceText(value) : percentOf(language, value),
    change: change === null ? '' : percentOf(language, change),
    time: minutes === null ? '' : texts.alertTimes[minutes],
    at: tickAt.slice(0, 19).replace('T', ' '),
  };
  return write(texts, `alert_${kind}`, values, withSymbol(LINKS.kline, symbol));
}

/** On one line. */
function chatWords(texts: Texts, { snippet, isCut }: Facts<'chat'>): MessageWords {
  const line = `${snippet.replaceAll(/\s+/g, ' ').trim()}${isCut ? '…' : ''}`;
  return write(texts, snippet === '' ? 'chat_picture' : 'chat_answer', { snippet: line }, LINKS.chat);
}

function write(texts: Texts, key: TextKey, values: Values, link: string): MessageWords {
  const { title, text } = texts.messages[key];
  return { title: fillIn(title, values), text: fillIn(text, values).trim(), link };
}

function withSymbol(path: string, symbol: string): string {
  return `${path}?${new URLSearchParams({ symbol }).toString()}`;
}

function withId(path: string, id: number): string {
  return `${path}?id=${id}`;
}
