// Messages about positions: every language has the figures and fills every placeholder, titles have none, and nothing
// is reported that did not happen.
import { describe, expect, it } from 'vitest';
import type { PositionId } from '@halyard/contract/ids';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { numeralsOf, withMarks, withPercent } from '@halyard/contract/numerals';
import type { Facts } from '../../events/messageFacts.ts';
import { createMessageWriter } from '../../exchange.ts';

const writeMessage = createMessageWriter();

type FuturesFacts = Facts<'contract'>;
type Happened = FuturesFacts['happened'];

const factsOf = (happened: Happened, more: Partial<FuturesFacts> = {}): FuturesFacts => ({
  subject: 'contract',
  positionId: 7 as PositionId,
  happened,
  symbol: 'BTC/USDT',
  currency: 'USDT',
  places: 2,
  side: 'long',
  lots: 5,
  leverage: 20,
  price: '58511.7',
  profit: null,
  returned: null,
  level: null,
  rate: null,
  liquidationPrice: null,
  ...more,
});
const closed = { profit: '-75.015', returned: '45.009' } as const;
const warned = { level: 150, rate: '71.2399', liquidationPrice: '57000' } as const;
const inEnglish = (facts: FuturesFacts) => writeMessage({ language: 'en', isSandbox: true }, facts, 17);

/** Facts of each message, and the figures that its text must contain. */
const CASES: readonly (readonly [string, FuturesFacts, readonly string[]])[] = [
  ['opened', factsOf('opened'), ['58511.70']],
  ['liquidated', factsOf('liquidation', closed), ['58511.70', '-75.015', '45.009']],
  ['stopped', factsOf('stop_loss', closed), ['58511.70', '-75.015']],
  ['with its profit taken', factsOf('stop_profit', { profit: '19.76', returned: '169' }), ['+19.76', '169']],
  ['at its cap', factsOf('profit_cap', { profit: '1350.27', returned: '1500.3' }), ['1350.27', '1500.3']],
  ['closed because its series ended', factsOf('series_ended', closed), ['58511.70', '-75.015']],
  ['not opened because its series ended', factsOf('series_ended'), []],
  ['not opened because of the house', factsOf('house_limit'), ['58511.70']],
  ['warned of alone', factsOf('warning', warned), ['71.23', '57000.00', '58511.70']],
  ['warned of with its account', factsOf('warning', { ...warned, liquidationPrice: null }), ['71.23', '58511.70']],
];

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(CASES)('a position that is %s is reported with its figures', (_name, facts, figures) => {
    const { title, text, link } = writeMessage({ language, isSandbox: true }, facts, 17);
    for (const figure of [...figures, '5', '20'])
      expect(text).toContain(withMarks(figure, numeralsOf(LOCALES[language])));
    expect(text).toContain('BTC/USDT');
    if (facts.rate !== null) expect(text).toContain(withPercent('71.23', numeralsOf(LOCALES[language])));
    expect(`${title} ${text}`).not.toMatch(/\{|\}|undefined|null/);
    expect(title).toContain('BTC/USDT');
    expect(title).not.toMatch(/\d/);
    expect(link).toBe('/pages/lever/index?symbol=BTC%2FUSDT');
  });
});

it('is complete in English', () => {
  expect(inEnglish(factsOf('liquidation', closed))).toMatchObject({
    title: 'Position liquidated: BTC/USDT',
    text: 'BTC/USDT long, 5 lots, 20x, was liquidated at 58,511.70: -75.015 USDT. 45.009 USDT is back in your futures account.',
  });
  expect(inEnglish(factsOf('stop_loss', { side: 'short', lots: 1, profit: '-150.36', returned: '0' })).text).toBe(
    'BTC/USDT short, 1 lot, 20x, was closed at 58,511.70: -150.36 USDT. None of its margin was left.',
  );
  expect(inEnglish(factsOf('warning', { ...warned, level: 120 }))).toMatchObject({
    title: 'Close to liquidation: BTC/USDT',
    text: 'BTC/USDT long, 5 lots, 20x: margin level 71.23% at 58,511.70, liquidation at 57,000.00. Add margin or close a part to move the liquidation price away.',
  });
});
