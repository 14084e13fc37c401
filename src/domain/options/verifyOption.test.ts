// The verification finds each changed figure of a receipt, and reports nothing else.
import { describe, expect, it } from 'vitest';
import type { OptionReceipt } from '@halyard/contract/transparency/calls';
import { listCandles, type Tick } from '@halyard/contract/market/calls';
import { add, decimal, ZERO } from '@halyard/contract/money';
import { evenChance } from '@halyard/contract/options/evenChance';
import { evenRatio, optionMoney } from '@halyard/contract/options/rules';
import { hashTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { build } from '@halyard/contract/testing/build';
import { receiptOf, termsOf, wonOption } from '../../testing/options.ts';
import { verifyOption, type PublicRecords } from './verifyOption.ts';

const OPTION = wonOption();
const NOTHING: PublicRecords = { ticks: [], candles: [] };
const QUANTITY = decimal('1');

function failedOf(changes: Partial<OptionReceipt>, records = NOTHING): readonly string[] {
  return verifyOption(OPTION, receiptOf(OPTION, changes), records)
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ step }) => step);
}

describe('a receipt', () => {
  it('that is correct passes all computable steps', () => {
    const checks = verifyOption(OPTION, receiptOf(OPTION), NOTHING);
    expect(checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([{ step: 'public', verdict: 'unknown' }]);
  });

  it.each<[string, Partial<OptionReceipt>, readonly string[]]>([
    ['other terms', { terms: termsOf({ profitRatio: decimal('90') }) }, ['terms', 'money', 'returned']],
    ['another digest', { termsHash: 'a'.repeat(64) }, ['terms']],
    ['a later end', { dueAt: '2026-01-02T03:05:05.400Z' }, ['same', 'times']],
    ['another payout', { payout: decimal('80') }, ['same', 'money']],
    ['an old opening price', { openTick: { ...OPTION.openTick, at: '2026-01-02T03:03:59.000Z' } }, ['same', 'open']],
    [
      'a price left out',
      { beforeTick: { seq: 158, at: '2026-01-02T03:05:04.000Z', price: decimal('20005') } },
      ['end'],
    ],
    ['another result', { result: 'lose' }, ['same', 'result']],
    ['less money back', { returned: decimal('184') }, ['returned']],
  ])('with %s fails at that step', (_name, changes, steps) => {
    expect(failedOf(changes)).toEqual(steps);
  });
});

describe('a receipt of an option with its entry tick after the purchase', () => {
  const terms = termsOf({ rule: 'option/2', entryDelayMs: 0 });
  const opened = (at: string, seq = 100) => {
    const openTick = { seq, at, price: decimal('20000') };
    const option = wonOption({ terms, termsHash: hashTerms(terms), openTick });
    return { openTick, option, receipt: receiptOf(option) };
  };
  const failedBy = ({ option, receipt }: ReturnType<typeof opened>, ticks: readonly Tick[] = []) =>
    verifyOption(option, receipt, { ticks, candles: [] }).flatMap(({ step, verdict }) =>
      verdict === 'failed' ? step : [],
    );

  it('passes within 3 s, and fails before and after', () => {
    // Bought at 03:04:05.000.
    expect(failedBy(opened('2026-01-02T03:04:08.000Z'))).toEqual([]);
    expect(failedBy(opened('2026-01-02T03:04:08.001Z'))).toEqual(['open']);
    expect(failedBy(opened('2026-01-02T03:04:04.999Z'))).toEqual(['open']);
  });

  it('fails when the public list has an earlier tick', () => {
    const first = opened('2026-01-02T03:04:06.000Z', 101);
    const earlier = { ...first.openTick, seq: 100, at: '2026-01-02T03:04:05.000Z', quantity: QUANTITY };
    const before = { ...earlier, at: '2026-01-02T03:04:04.900Z' };
    const own = { ...first.openTick, quantity: QUANTITY };
    expect(failedBy(first, [before, own])).toEqual([]);
    expect(failedBy(first, [earlier, own])).toEqual(['public']);
  });
});

describe('a receipt of even', () => {
  const model = { symbol: 'BTC/USDT', pricePlaces: 2, price: decimal('20000'), band: decimal('1.75') };
  const chanceOver = (ticks: number) => evenChance({ ...model, ticks }) ?? ZERO;
  const sold = (changes: Partial<OptionTerms> = {}) => {
    const [edge, chance] = [decimal('7.5'), chanceOver(60)];
    const ratio = evenRatio(chance, edge) ?? ZERO;
    const even = { evenBand: model.band, evenEdge: edge, evenChance: chance, profitRatio: ratio, ...changes };
    const terms = termsOf({ rule: 'option/2', kind: 'even', ...even });
    const { payout } = optionMoney(decimal('100'), terms);
    const near = { seq: 160, at: '2026-01-02T03:05:05.500Z', price: decimal('20001.75') };
    const option = wonOption({
      direction: 'even',
      terms,
      termsHash: hashTerms(terms),
      payout,
      profit: payout,
      endTick: near,
    });
    return verifyOption(option, receiptOf(option, { returned: add(decimal('100'), payout) }), NOTHING)
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ step }) => step);
  };

  it('passes with the chance from its entry price, within its band', () => {
    expect(sold()).toEqual([]);
  });

  it.each<[string, Partial<OptionTerms>]>([
    ['another chance', { evenChance: chanceOver(61) }],
    ['a ratio that the chance does not give', { profitRatio: decimal('700') }],
    ['another edge', { evenEdge: decimal('9') }],
  ])('with %s fails at that step', (_name, changes) => {
    expect(sold(changes)).toEqual(['chance']);
  });
});

describe('public records', () => {
  const ticks: readonly Tick[] = [OPTION.openTick, OPTION.beforeTick, OPTION.endTick]
    .filter((tick) => tick !== null)
    .map((tick) => ({ ...tick, quantity: QUANTITY }));
  const [example] = build(listCandles.answer);

  it('with the prices pass, and with another price in their place fail', () => {
    expect(verifyOption(OPTION, receiptOf(OPTION), { ticks, candles: [] }).at(-1)?.verdict).toBe('passed');
    const changed = ticks.map((tick) => (tick.seq === 160 ? { ...tick, price: decimal('20000') } : tick));
    expect(failedOf({}, { ticks: changed, candles: [] })).toEqual(['public']);
  });

  it('are the minute candles once the list no longer reaches that far', () => {
    if (example === undefined) throw new Error('the example has no candle');
    const minute = (openedAtMs: number, high: string) => ({
      ...example,
      openedAtMs,
      low: decimal('19990'),
      high: decimal(high),
    });
    const from = Date.parse('2026-01-02T03:04:00.000Z');
    const candles = (high: string) => ({ ticks: [], candles: [minute(from, '20010'), minute(from + 60_000, high)] });
    expect(verifyOption(OPTION, receiptOf(OPTION), candles('20010')).at(-1)?.verdict).toBe('passed');
    expect(failedOf({}, candles('20009'))).toEqual(['public']);
  });

  it('show the tick that should have settled a void option', () => {
    const gone = wonOption({ result: 'void', voidReason: 'no_tick', endTick: null, profit: decimal('0') });
    const receipt = receiptOf(gone, { result: 'void', endTick: null, returned: decimal('100') });
    const verdicts = verifyOption(gone, receipt, { ticks, candles: [] });
    expect(verdicts.filter(({ verdict }) => verdict === 'failed').map(({ step }) => step)).toEqual(['public']);
  });
});
