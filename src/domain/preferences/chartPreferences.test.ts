// Any stored chart settings yield a chart that can be drawn: valid, broken and foreign states through the validation.
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHART_SETTINGS } from '../../shared/charts/chartSettings.ts';
import { checkedChart, USUAL_CHART, type ChartPreferences } from './chartPreferences.ts';

const own: ChartPreferences = {
  settings: {
    overlays: ['ema', 'boll'],
    panes: ['kdj', 'macd', 'vol'],
    params: {
      ...DEFAULT_CHART_SETTINGS.params,
      ma: { lengths: [1, 500] },
      boll: { length: 30, deviations: 2.5 },
      macd: { fast: 5, slow: 35, signal: 5 },
    },
    scale: 'log',
  },
  interval: '1week',
  row: ['5min', '1mon'],
  showsMarks: false,
  isStripOpen: true,
  isFuturesStripOpen: false,
};

const withParams = (params: object) => checkedChart({ ...own, settings: { ...own.settings, params } }).settings.params;

describe('the validation of stored chart preferences', () => {
  it('keeps valid ones, panes in order', () => {
    expect(checkedChart(structuredClone(own))).toEqual(own);
  });

  it.each([[undefined], [null], ['chart'], [7], [[]], [{}], [{ settings: 'linear' }]])(
    'replaces %j by the default',
    (stored) => {
      expect(checkedChart(stored)).toEqual(USUAL_CHART);
    },
  );

  it('keeps the valid rest of a partly broken state', () => {
    const stored = { ...own, interval: '3min', showsMarks: 'no', settings: { ...own.settings, scale: 'cubic' } };
    expect(checkedChart(stored)).toEqual({
      ...own,
      interval: USUAL_CHART.interval,
      showsMarks: true,
      settings: { ...own.settings, scale: 'linear' },
    });
  });

  it('accepts only known indicators, each once', () => {
    const settings = { ...own.settings, overlays: ['sar', 'ma', 'ma', 4], panes: ['rsi', 'obv', 'vol', 'rsi'] };
    const { overlays, panes } = checkedChart({ ...own, settings }).settings;
    expect([overlays, panes]).toEqual([['ma'], ['rsi', 'vol']]);
  });

  it('drops parameters that cannot be drawn, and keeps other indicators’ ones', () => {
    const usual = DEFAULT_CHART_SETTINGS.params;
    const sound = { ...own.settings.params };
    for (const lengths of [[], [0], [501], [7.5], ['7'], [7, 7], [1, 2, 3, 4, 5], 'none', undefined]) {
      expect(withParams({ ...sound, ma: { lengths } })).toEqual({ ...sound, ma: usual.ma });
    }
    for (const macd of [{ fast: 26, slow: 12, signal: 9 }, { fast: 12 }, null]) {
      expect(withParams({ ...sound, macd })).toEqual({ ...sound, macd: usual.macd });
    }
    for (const deviations of [0, -1, 11, '2', Number.NaN]) {
      expect(withParams({ ...sound, boll: { length: 20, deviations } }).boll).toEqual(usual.boll);
    }
  });
});
