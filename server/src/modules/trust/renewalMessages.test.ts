// Messages about the end and the renewal of trust orders: every language has the figures and fills every placeholder,
// titles have none, and the link leads where the user can act.
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { numeralsOf, withMarks, withPercent } from '@halyard/contract/numerals';
import { RENEWAL_FAILURES } from '@halyard/contract/trust/calls';
import type { Facts } from '../../events/messageFacts.ts';
import { createMessageWriter } from '../../exchange.ts';

const writeMessage = createMessageWriter();

type RenewalFacts = Facts<'renewal'>;

const ORDERS = '/pages/finance/ordersPage';
const TERMS = { days: 30, rate: '0.42', penaltyRule: 'days_of_interest', penaltyValue: '7' } as const;
const BETTER = { days: 30, rate: '0.5', penaltyRule: 'ratio_remaining', penaltyValue: '0.4' } as const;
const ended = { subject: 'trust', currency: 'USDT', days: 30, amount: '1000', interest: '4.2' } as const;
const renewed = { ...ended, renewed: { ...BETTER, amount: '1004.2', endsAt: '2027-01-02T00:00:00.000Z' } } as const;
const noticeOf = (outcome: RenewalFacts['outcome'], next: RenewalFacts['next']): RenewalFacts => ({
  subject: 'renewal',
  currency: 'USDT',
  endsAt: '2026-12-03T00:00:00.000Z',
  amount: '1004.2',
  outcome,
  next,
  before: TERMS,
});

describe.each(LANGUAGES)('in %s', (language) => {
  const write = (facts: Facts<'trust' | 'renewal'>) => writeMessage({ language, isSandbox: true }, facts, 17);
  const marked = (figure: string) => withMarks(figure, numeralsOf(LOCALES[language]));
  const percent = (figure: string) => withPercent(figure, numeralsOf(LOCALES[language]));

  it.each([
    ['same', TERMS, ['5.11']],
    ['changed', BETTER, ['6.08', '5.11', '0.4']],
    ['worse', BETTER, ['6.08', '0.4']],
    ['closed', null, []],
  ] as const)('a renewal on %s terms is announced with them', (outcome, next, percents) => {
    const { title, text, link } = write(noticeOf(outcome, next));
    for (const figure of ['2026-12-03', marked('1004.2'), ...percents.map(percent)]) expect(text).toContain(figure);
    expect(`${title} ${text}`).not.toMatch(/\{|\}|undefined|null/);
    expect(title).not.toMatch(/\d/);
    expect(link).toBe(ORDERS);
  });

  it('a renewal is reported with the new terms', () => {
    const { title, text } = write(renewed);
    const figures = [marked('4.2'), marked('1004.2'), '2027-01-02', percent('6.08'), percent('0.4')];
    for (const figure of figures) expect(text).toContain(figure);
    expect(`${title} ${text}`).not.toMatch(/\{|\}|undefined|null/);
  });

  it('an order that was not renewed is reported with its reason', () => {
    const texts = RENEWAL_FAILURES.map((failed) => write({ ...ended, failed, product: 2 }).text);
    expect(new Set(texts).size).toBe(RENEWAL_FAILURES.length);
    for (const text of texts) expect(text).not.toMatch(/\{|\}|undefined|null/);
  });
});

it('leads to the product where it can still be bought', () => {
  const linkOf = (failed: (typeof RENEWAL_FAILURES)[number]) =>
    writeMessage({ language: 'en', isSandbox: true }, { ...ended, failed, product: 2 }, 17).link;
  expect([linkOf('terms'), linkOf('closed')]).toEqual(['/pages/finance/buyPage?id=2', ORDERS]);
});
