// Indicators toggle and panes move, each step from known settings.
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHART_SETTINGS, type ChartSettings } from '../../shared/charts/chartSettings.ts';
import { panesInOrder, withMoved, withToggled } from './ToolRow.tsx';

const settings: ChartSettings = { ...DEFAULT_CHART_SETTINGS, overlays: ['ma'], panes: ['vol', 'rsi'] };

describe('toggling an indicator', () => {
  it('on draws overlays in a fixed order, and a pane below the others', () => {
    expect(withToggled({ ...settings, overlays: ['boll'] }, 'ma').overlays).toEqual(['ma', 'boll']);
    expect(withToggled(settings, 'macd').panes).toEqual(['vol', 'rsi', 'macd']);
  });

  it('off keeps the others; all may be off', () => {
    expect(withToggled(settings, 'vol').panes).toEqual(['rsi']);
    expect(withToggled(settings, 'ma').overlays).toEqual([]);
  });
});

describe('moving a pane', () => {
  it('swaps it with its neighbour', () => {
    const three: ChartSettings = { ...settings, panes: ['vol', 'rsi', 'kdj'] };
    expect(withMoved(three, 'kdj', -1).panes).toEqual(['vol', 'kdj', 'rsi']);
    expect(withMoved(three, 'vol', 1).panes).toEqual(['rsi', 'vol', 'kdj']);
  });

  it('does nothing at the ends, or when it is not on the chart', () => {
    expect(withMoved(settings, 'vol', -1)).toBe(settings);
    expect(withMoved(settings, 'rsi', 1)).toBe(settings);
    expect(withMoved(settings, 'kdj', -1)).toBe(settings);
  });
});

it('a list of all panes starts with those on the chart', () => {
  expect(panesInOrder({ ...settings, panes: ['kdj', 'vol'] })).toEqual(['kdj', 'vol', 'macd', 'rsi']);
});
