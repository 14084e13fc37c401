// Typed indicator parameters become parameters or errors by field; valid ones also pass the validation of stored
// settings.
import { describe, expect, it } from 'vitest';
import { checkedChart } from '../../../domain/preferences/chartPreferences.ts';
import { DEFAULT_CHART_SETTINGS } from '../../../shared/charts/chartSettings.ts';
import type { IndicatorId } from '../../../domain/charts/ToolRow.tsx';
import { paramErrors, paramsOf, textsOf, type ParamTexts } from './Settings.tsx';

const usual = DEFAULT_CHART_SETTINGS.params;
const lines = (...texts: string[]): ParamTexts =>
  Object.fromEntries(['line1', 'line2', 'line3', 'line4'].map((name, place) => [name, texts[place] ?? '']));

describe('parameters', () => {
  it.each(Object.keys(usual) as IndicatorId[])('of %s are the same after a round trip through the fields', (id) => {
    const texts = textsOf(id, usual[id]);
    expect(paramErrors(id, texts)).toEqual({});
    expect(paramsOf(id, texts)).toEqual(usual[id]);
  });

  it('of lines leave out empty ones', () => {
    expect(paramsOf('ma', lines('', '10', '', '500'))).toEqual({ lengths: [10, 500] });
  });

  it('that are valid pass the stored settings’ validation', () => {
    const params = {
      ...usual,
      ma: paramsOf('ma', lines('1', '500', '', '3')),
      boll: paramsOf('boll', { length: '33', deviations: '0.5' }),
      macd: paramsOf('macd', { fast: '1', slow: '2', signal: '500' }),
    };
    expect(checkedChart({ settings: { ...DEFAULT_CHART_SETTINGS, params } }).settings.params).toEqual(params);
  });
});

describe('errors', () => {
  it.each([
    ['a length of nothing', lines('0'), { line1: 'length' }],
    ['a length beyond 500', lines('7', '501'), { line2: 'length' }],
    ['half a candle', lines('7', '', '2.5'), { line3: 'length' }],
    ['the same line twice', lines('7', '25', '7'), { line3: 'twice' }],
    ['no line at all', lines(), { line1: 'none' }],
  ])('of %s are shown at its field', (_what, texts, errors) => {
    expect(paramErrors('ma', texts)).toEqual(errors);
    expect(paramsOf('ma', texts)).toBeUndefined();
  });

  it('of averages and bands are shown where they can be fixed', () => {
    expect(paramErrors('macd', { fast: '26', slow: '26', signal: '9' })).toEqual({ fast: 'order' });
    expect(paramErrors('macd', { fast: '12', slow: '', signal: '0' })).toEqual({ slow: 'length', signal: 'length' });
    expect(paramErrors('boll', { length: '20', deviations: '0' })).toEqual({ deviations: 'deviations' });
    expect(paramErrors('boll', { length: '20', deviations: '10.01' })).toEqual({ deviations: 'deviations' });
    expect(paramErrors('boll', { length: '20', deviations: '' })).toEqual({ deviations: 'deviations' });
  });
});
