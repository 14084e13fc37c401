// Ticks and pans make no ECharts calls, texts on the canvas are at their places, touch and mouse hold, move and release
// the crosshair, and a picture can be taken. Real ECharts on a null canvas, whose list of shapes and texts is read;
// every element is 400 x 300.
import { decimal } from '@halyard/contract/money';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getInstanceByDom, type EChartsType } from 'echarts/core';
import { describe, expect, test, vi } from 'vitest';
import { candle, candles, DAY_MS, filled } from '../../testing/dailyCandles.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { CandleChart, type CandleChartProps } from './CandleChart.tsx';
import type { CandleSource } from './candleSource.ts';
import type { ChartApi } from './chartPicture.ts';
import { DEFAULT_CHART_SETTINGS, type ChartSettings } from './chartSettings.ts';

fakeCanvas();

const setUp = async (source: CandleSource, props: Partial<CandleChartProps> = {}) => {
  const element = (changes: Partial<CandleChartProps>) => (
    <CandleChart label="BTC/USDT" source={source} period="1day" pricePlaces={1} {...props} {...changes} />
  );
  const rendered = await renderUi(element({}));
  const slider = await screen.findByRole('slider', { name: 'Candle under the cursor' });
  Object.assign(slider, { setPointerCapture: () => undefined });
  const chart = [...document.querySelectorAll('div')].map((box) => getInstanceByDom(box)).find(Boolean);
  if (chart === undefined) throw new Error('no chart');
  const show = (changes: Partial<CandleChartProps>) => rendered.rerender(element(changes));
  return { ...rendered, slider, chart, show };
};

/** Texts on the canvas with the centres of their boxes. */
const written = (chart: EChartsType) =>
  chart
    .getZr()
    .storage.getRoots()
    .filter((root) => root.type === 'text' && !root.ignore)
    .map((root) => ({ text: String(Reflect.get(root, 'style').text), x: root.x, y: root.y }));
const texts = (chart: EChartsType) => written(chart).map(({ text }) => text);
const placeOf = (chart: EChartsType, text: string) => {
  const found = written(chart).find((label) => label.text === text);
  if (found === undefined) throw new Error(`nowhere: ${text}`);
  return found;
};

const touch = (slider: HTMLElement, kind: 'Down' | 'Move' | 'Up', x: number, id = 1) =>
  fireEvent[`pointer${kind}`](slider, { clientX: x, clientY: 60, pointerId: id, pointerType: 'touch' });
const tap = (slider: HTMLElement, x: number) => {
  touch(slider, 'Down', x);
  touch(slider, 'Up', x);
};
const held = () => screen.getByRole('button', { name: 'Hold the crosshair' }).getAttribute('aria-pressed');
const settings = (changes: Partial<ChartSettings>): ChartSettings => ({ ...DEFAULT_CHART_SETTINGS, ...changes });

describe('the ECharts option', () => {
  test('is unchanged by ticks, pans, the crosshair and new candles', async () => {
    const source = filled(0, 300);
    const { chart, slider } = await setUp(source, { settings: settings({ panes: ['vol', 'macd'] }) });
    const setOption = vi.spyOn(chart, 'setOption');
    act(() => source.applyLive(candle(299, '1500')));
    await waitFor(() => expect(texts(chart)).toContain('1,500.0'));
    act(() => source.applyLive(candle(300, '1600')));
    await waitFor(() => expect(texts(chart)).toContain('1,600.0'));
    const before = placeOf(chart, 'Oct 1970').x;
    touch(slider, 'Down', 100);
    touch(slider, 'Move', 160);
    await waitFor(() => expect(placeOf(chart, 'Oct 1970').x).toBeCloseTo(before + 60));
    touch(slider, 'Up', 160);
    tap(slider, 100);
    await waitFor(() => expect(held()).toBe('true'));
    expect(setOption).not.toHaveBeenCalled();
  });

  test('changes with theme and panes', async () => {
    const { chart, show } = await setUp(filled(0, 300));
    const setOption = vi.spyOn(chart, 'setOption');
    document.documentElement.dataset['theme'] = 'light';
    await waitFor(() => expect(setOption).toHaveBeenCalledTimes(1));
    show({ settings: settings({ panes: ['rsi'] }) });
    await waitFor(() => expect(setOption).toHaveBeenCalledTimes(2));
  });
});

describe('on the canvas', () => {
  test('panes are in order, each under its name with its figures', async () => {
    const { chart } = await setUp(filled(0, 300), { settings: settings({ panes: ['kdj', 'vol', 'rsi', 'macd'] }) });
    await waitFor(() => expect(texts(chart)).toContain('RSI14 100.00'));
    const titles = ['KDJ(9,3,3)', 'VOL', 'RSI', 'MACD(12,26,9)'].map((title) => placeOf(chart, title).y);
    expect(titles).toEqual(titles.toSorted((a, b) => a - b));
    expect(placeOf(chart, 'RSI14 100.00').y).toBe(placeOf(chart, 'RSI').y);
    // The closes rise by one a day: an average of 7 lags by 3.
    expect(texts(chart)).toContain('MA7 1,296.0');
  });

  test('the highest and the lowest visible price are marked', async () => {
    const { chart } = await setUp(filled(0, 300));
    await waitFor(() => expect(texts(chart)).toContain('3,000.0 →'));
    expect(texts(chart)).toContain('500.0 →');
    expect(placeOf(chart, '3,000.0 →').y).toBeLessThan(placeOf(chart, '500.0 →').y);
  });

  test('visible open orders show their text and price', async () => {
    const orders = [
      { id: '1', side: 'buy' as const, price: decimal('700'), label: 'Buy 0.5 BTC' },
      { id: '2', side: 'sell' as const, price: decimal('9000'), label: 'Sell 0.1 BTC' },
    ];
    const { chart } = await setUp(filled(0, 300), { marks: { orders, trades: [] } });
    await waitFor(() => expect(texts(chart)).toContain('Buy 0.5 BTC'));
    expect(placeOf(chart, 'Buy 0.5 BTC').y).toBe(placeOf(chart, '700.0').y);
    expect(texts(chart)).not.toContain('Sell 0.1 BTC');
    await waitFor(() =>
      expect(screen.getByRole('img').getAttribute('aria-label')).toContain(
        'Your open orders: Buy 0.5 BTC; Sell 0.1 BTC',
      ),
    );
  });

  test('a small chart has no figures, no buttons and no pane but volume', async () => {
    const { chart } = await setUp(filled(0, 300), { variant: 'strip', settings: settings({ panes: ['macd', 'vol'] }) });
    await waitFor(() => expect(texts(chart)).toContain('1,299.0'));
    expect(texts(chart).filter((text) => /MA|VOL|→/.test(text))).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('another source leaves nothing of the previous one', async () => {
    const { chart, show } = await setUp(filled(0, 300));
    await waitFor(() => expect(texts(chart)).toContain('1,299.0'));
    show({ source: filled(0, 200) });
    await waitFor(() => expect(texts(chart)).toContain('1,199.0'));
    expect(texts(chart)).not.toContain('1,299.0');
  });

  test('another language has other figures', async () => {
    await renderUi(<CandleChart label="BTC" source={filled(0, 300)} period="1day" pricePlaces={1} />, 'esp');
    await waitFor(() =>
      expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Indicadores: MA7 1296,0'),
    );
  });
});

describe('touch and mouse', () => {
  test('a tap holds the crosshair, dragging moves it, a two-finger tap releases it', async () => {
    const { chart, slider } = await setUp(filled(0, 300));
    const pinned = () => slider.getAttribute('aria-valuetext') ?? '';
    tap(slider, 100);
    await waitFor(() => expect(held()).toBe('true'));
    const first = pinned();
    expect(texts(chart)).toContain(first.slice(0, first.indexOf(':')));
    const mark = placeOf(chart, 'Oct 1970').x;
    touch(slider, 'Down', 100);
    touch(slider, 'Move', 180);
    touch(slider, 'Up', 180);
    await waitFor(() => expect(pinned()).not.toBe(first));
    expect(placeOf(chart, 'Oct 1970').x).toBe(mark);
    touch(slider, 'Down', 100, 1);
    touch(slider, 'Down', 200, 2);
    touch(slider, 'Up', 100, 1);
    touch(slider, 'Up', 200, 2);
    await waitFor(() => expect(held()).toBe('false'));
    expect(pinned()).toContain('Oct 27, 1970');
  });

  test('the button holds and releases it as well, and reads the trades in a candle', async () => {
    const trades = [
      {
        id: '1',
        side: 'buy' as const,
        price: decimal('1200'),
        atMs: 298.5 * DAY_MS,
        label: 'Bought 0.1 BTC at 1,200.0',
      },
    ];
    const { slider, user } = await setUp(filled(0, 300), { marks: { orders: [], trades } });
    await user.click(screen.getByRole('button', { name: 'Hold the crosshair' }));
    await waitFor(() => expect(held()).toBe('true'));
    slider.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('Bought 0.1 BTC at 1,200.0'));
    await user.click(screen.getByRole('button', { name: 'Hold the crosshair' }));
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).not.toContain('Bought'));
    expect(held()).toBe('false');
  });

  test('buttons move to older and newer candles', async () => {
    const { chart, user } = await setUp(filled(0, 300));
    const before = placeOf(chart, 'Oct 1970').x;
    await user.click(screen.getByRole('button', { name: 'Older candles' }));
    await waitFor(() => expect(placeOf(chart, 'Oct 1970').x).toBeGreaterThan(before + 50));
    await user.click(screen.getByRole('button', { name: 'Newer candles' }));
    await waitFor(() => expect(placeOf(chart, 'Oct 1970').x).toBeCloseTo(before));
  });

  test('a leaving mouse releases the crosshair unless it is held', async () => {
    const { chart, slider, user } = await setUp(filled(0, 300));
    const pass = (x: number) =>
      fireEvent.pointerMove(slider, { clientX: x, clientY: 60, pointerId: 9, pointerType: 'mouse' });
    const leave = () => fireEvent.pointerLeave(slider, { pointerId: 9, pointerType: 'mouse' });
    const count = () => texts(chart).length;
    const bare = count();
    pass(100);
    await waitFor(() => expect(count()).toBe(bare + 2));
    leave();
    await waitFor(() => expect(count()).toBe(bare));
    pass(100);
    await user.click(screen.getByRole('button', { name: 'Hold the crosshair' }));
    leave();
    await waitFor(() => expect(held()).toBe('true'));
    expect(count()).toBe(bare + 2);
  });

  test('older candles that arrive during a drag leave the same one under the finger', async () => {
    const source = filled(1000, 1200);
    let bring: (older: ReturnType<typeof candles>) => void = () => undefined;
    const onNeedOlder = () =>
      new Promise<ReturnType<typeof candles>>((resolve) => {
        bring = resolve;
      });
    const { chart, slider, user } = await setUp(source, { onNeedOlder });
    slider.focus();
    await user.keyboard('{Home}{Escape}');
    // The first candle is that of 27 September.
    await waitFor(() => expect(texts(chart)).toContain('Nov 1972'));
    const start = placeOf(chart, 'Nov 1972').x;
    touch(slider, 'Down', 200);
    touch(slider, 'Move', 190);
    const before = start - 10;
    await waitFor(() => expect(placeOf(chart, 'Nov 1972').x).toBeCloseTo(before));
    await act(async () => bring(candles(800, 1000)));
    await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('399'));
    expect(placeOf(chart, 'Nov 1972').x).toBeCloseTo(before);
    touch(slider, 'Move', 230);
    await waitFor(() => expect(placeOf(chart, 'Nov 1972').x).toBeCloseTo(before + 40));
    touch(slider, 'Up', 230);
  });
});

test('a picture has the chart with its texts above and below', async () => {
  const drawnTexts: string[] = [];
  const made = new Blob(['png'], { type: 'image/png' });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((tell) => tell(made));
  let api: ChartApi | undefined;
  const source = filled(0, 300);
  const { chart } = await setUp(source, { onReady: (ready) => (api = ready) });
  const note = (text: string) => drawnTexts.push(text);
  const pen = new Proxy<Record<string | symbol, unknown>>(
    { fillText: note, measureText: () => ({ width: 6 }) },
    { get: (target, name) => (name in target ? target[name] : () => undefined) },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const take = () => api?.takePicture((price) => ({ title: `BTC/USDT · 1 day · ${price}`, note: 'Replayed market' }));
  expect(await take()).toBe(made);
  expect(drawnTexts).toContain('1,299.0');
  expect(drawnTexts).toContain('BTC/USDT · 1 day · 1299');
  expect(drawnTexts).toContain('Replayed market');
  // The picture also contains a price that no frame has shown yet, in the format of the axis.
  drawnTexts.length = 0;
  source.applyLive(candle(299, '1500'));
  await take();
  expect(drawnTexts).toContain('BTC/USDT · 1 day · 1500');
  expect(drawnTexts.filter((text) => text === '1,500.0').length).toBeGreaterThan(0);
  expect(drawnTexts).not.toContain('1,299.0');
  expect(texts(chart)).toContain('1,500.0');
});

test('no picture is taken without content', async () => {
  let api: ChartApi | undefined;
  const source = filled(0, 300);
  await setUp(source, { onReady: (ready) => (api = ready) });
  act(() => source.setCandles([]));
  await screen.findByText('No candles yet');
  await expect(api?.takePicture(() => ({ title: '', note: '' }))).rejects.toThrow('nothing to take a picture of');
});
