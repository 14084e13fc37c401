// Messages about ended options: every language has the resulting figures and fills every placeholder, titles have none,
// and the fee is mentioned if one was charged.
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { numeralsOf, withMarks } from '@halyard/contract/numerals';
import type { OptionResult } from '@halyard/contract/options/rules';
import type { Facts } from '../../events/messageFacts.ts';
import { createMessageWriter } from '../../exchange.ts';

const writeMessage = createMessageWriter();

type OptionFacts = Facts<'option'>;

const factsOf = (result: OptionResult, more: Partial<OptionFacts> = {}): OptionFacts => ({
  subject: 'option',
  result,
  reason: result === 'void' ? 'no_tick' : null,
  symbol: 'BTC/USDT',
  currency: 'USDT',
  places: 2,
  direction: 'up',
  seconds: 60,
  stake: '100',
  fee: '0',
  payout: '85',
  openPrice: '60000',
  endPrice: result === 'void' ? null : '60000.5',
  ...more,
});
const inEnglish = (facts: OptionFacts) => writeMessage({ language: 'en', isSandbox: true }, facts, 17);

/** Required figures beside the prices. */
const FIGURES: Readonly<Record<OptionResult, readonly string[]>> = {
  win: ['185', '100', '85', '60000.00', '60000.50'],
  lose: ['100', '60000.00', '60000.50'],
  tie: ['100', '60000.00', '60000.50'],
  void: ['100.7'],
};

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(Object.keys(FIGURES) as OptionResult[])('an option that ends in a %s has its result', (result) => {
    const fee = result === 'void' ? '0.7' : '0.1';
    const { title, text, link } = writeMessage({ language, isSandbox: true }, factsOf(result, { fee }), 17);
    const written = (figure: string) => withMarks(figure, numeralsOf(LOCALES[language]));
    for (const figure of FIGURES[result]) expect(text).toContain(written(figure));
    expect(text.includes(`${written('0.1')} USDT`)).toBe(result !== 'void');
    expect(`${title} ${text}`).not.toMatch(/\{|\}|undefined/);
    expect(title).toContain('BTC/USDT');
    expect(title).not.toMatch(/\d/);
    expect(link).toBe('/pages/option/detail?id=17');
  });
});

it('is complete in English', () => {
  expect(inEnglish(factsOf('win')).text).toBe(
    'Up, 60 s: 60,000.00 → 60,000.50. 185 USDT is in your option account: the stake of 100 and 85 on top.',
  );
  expect(inEnglish(factsOf('lose', { direction: 'down', fee: '1' }))).toMatchObject({
    title: 'Option lost: BTC/USDT',
    text: 'Down, 60 s: 60,000.00 → 60,000.50. The stake of 100 USDT is lost. The fee was 1 USDT.',
  });
  expect(inEnglish(factsOf('void', { reason: 'series_ended', fee: '1' })).text).toBe(
    "This market's price source changed or stopped. Everything you paid, 101 USDT, is back in your option account.",
  );
});
