// The chart shows its source's candles, is operated by keys and buttons, requests older candles once and does not jump
// when they arrive, follows the theme, and leaves nothing behind. Real ECharts on a recording canvas; jsdom has neither
// canvas nor layout, so every element is 400 x 300.
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { candle, candles, DAY_MS, filled } from '../../testing/dailyCandles.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { CandleChart } from './CandleChart.tsx';
import { createCandleSource, type CandleSource } from './candleSource.ts';
import type { NeedOlder } from './chartController.ts';
import { LazyCandleChart } from './LazyCandleChart.tsx';

const seen = fakeCanvas();

const setUp = async (source: CandleSource, onNeedOlder?: NeedOlder) => {
  const rendered = await renderUi(
    <CandleChart
      label="BTC/USDT"
      source={source}
      period="1day"
      pricePlaces={1}
      {...(onNeedOlder === undefined ? {} : { onNeedOlder })}
    />,
  );
  const slider = await screen.findByRole('slider', { name: 'Candle under the cursor' });
  return { ...rendered, slider };
};

const summary = () => screen.getByRole('img').getAttribute('aria-label') ?? '';

describe('the content', () => {
  test('is the newest candles, with a summary in words', async () => {
    await setUp(filled(0, 200));
    expect(summary()).toMatch(/to Jul 19, 1970: highest 3,000\.0, lowest 500\.0, last price 1,199\.0, change \+19\.9/);
    await waitFor(() => expect(seen.filledColours).toContain('rgb(0, 200, 0)'));
  });

  test('reports missing and loading candles', async () => {
    const source = createCandleSource();
    const { rerender } = await renderUi(<CandleChart label="BTC/USDT" source={source} period="1day" pricePlaces={1} />);
    expect(screen.getByText('No candles yet')).toBeDefined();
    rerender(<CandleChart label="BTC/USDT" source={source} period="1day" pricePlaces={1} isLoading />);
    expect(screen.queryByText('No candles yet')).toBeNull();
  });

  test('is loading, not missing, until its first picture is drawn', async () => {
    await renderUi(<CandleChart label="BTC/USDT" source={filled(0, 200)} period="1day" pricePlaces={1} />);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByText('No candles yet')).toBeNull();
    await screen.findByRole('slider', { name: 'Candle under the cursor' });
  });

  test('moves with the open candle', async () => {
    const source = filled(0, 200);
    await setUp(source);
    act(() => source.applyLive(candle(199, '2222')));
    await waitFor(() => expect(summary()).toContain('last price 2,222.0'));
    act(() => source.applyLive(candle(200, '2223')));
    await waitFor(() => expect(summary()).toContain('to Jul 20, 1970'));
  });

  test('does not follow new candles while the user looks back', async () => {
    const source = filled(0, 200);
    const { slider, user } = await setUp(source);
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(summary()).toContain('From Jan 1, 1970'));
    act(() => source.applyLive(candle(200)));
    await waitFor(() => expect(summary()).toContain('last price 1,200.0'));
    expect(summary()).toContain('From Jan 1, 1970');
  });

  test('restarts with another period', async () => {
    const source = filled(0, 200);
    await setUp(source);
    act(() => source.setCandles([]));
    expect(await screen.findByText('No candles yet')).toBeDefined();
    act(() => source.setCandles(candles(300, 400)));
    await waitFor(() => expect(summary()).toContain('last price 1,399.0'));
  });

  test('follows a change of theme at once', async () => {
    await setUp(filled(0, 200));
    await waitFor(() => expect(seen.filledColours).toContain('rgb(0, 200, 0)'));
    seen.filledColours = [];
    document.documentElement.style.setProperty('--up', 'rgb(0, 100, 0)');
    document.documentElement.dataset['theme'] = 'light';
    await waitFor(() => expect(seen.filledColours).toContain('rgb(0, 100, 0)'));
    expect(seen.filledColours).not.toContain('rgb(0, 200, 0)');
  });
});

describe('keys and buttons', () => {
  test('arrow keys move between candles and read their figures', async () => {
    const { slider, user } = await setUp(filled(0, 200));
    slider.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() =>
      expect(slider.getAttribute('aria-valuetext')).toBe(
        'Jul 19, 1970: open 1,000.0, high 3,000.0, low 500.0, close 1,199.0, volume 7',
      ),
    );
    await user.keyboard('{ArrowLeft}{PageDown}');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('Jul 8, 1970'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('Jul 19, 1970'));
  });

  test('screen reader text does not change with every tick of the open candle', async () => {
    const source = filled(0, 200);
    const { slider } = await setUp(source);
    const before = slider.getAttribute('aria-valuetext');
    act(() => source.applyLive(candle(199, '2222')));
    await waitFor(() => expect(summary()).toContain('2,222.0'));
    expect(slider.getAttribute('aria-valuetext')).toBe(before);
  });

  test('zooming shows more or fewer candles and keeps the newest visible', async () => {
    const { user } = await setUp(filled(0, 200));
    const daysShown = () => {
      const [, from, to] = /From (.*) to (.*): highest/.exec(summary()) ?? [];
      return (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS;
    };
    const before = daysShown();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    await waitFor(() => expect(daysShown()).toBeLessThan(before));
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    await waitFor(() => expect(daysShown()).toBeGreaterThan(before));
    expect(summary()).toContain('to Jul 19, 1970');
  });

  test('the last button returns to the newest candle', async () => {
    const { slider, user } = await setUp(filled(0, 200));
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(summary()).toContain('From Jan 1, 1970'));
    await user.click(screen.getByRole('button', { name: 'Latest candle' }));
    await waitFor(() => expect(summary()).toContain('to Jul 19, 1970'));
  });
});

describe('older candles', () => {
  test('are requested once before the oldest, and leave the same ones visible', async () => {
    const source = filled(1000, 1200);
    let bring: (older: ReturnType<typeof candles>) => void = () => undefined;
    const onNeedOlder = vi.fn<NeedOlder>(
      () =>
        new Promise((resolve) => {
          bring = resolve;
        }),
    );
    const { slider, user } = await setUp(source, onNeedOlder);
    expect(onNeedOlder).not.toHaveBeenCalled();
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(1));
    expect(onNeedOlder).toHaveBeenCalledWith(1000 * DAY_MS);
    await waitFor(() => expect(summary()).toContain('From Sep 27, 1972'));
    const before = summary();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    await act(async () => bring(candles(800, 1000)));
    await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('200'));
    expect(summary()).toBe(before);
    expect(onNeedOlder).toHaveBeenCalledTimes(1);
    await user.keyboard('{Home}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenLastCalledWith(800 * DAY_MS));
  });

  test('are not requested again after an empty answer', async () => {
    const source = filled(1000, 1200);
    const onNeedOlder = vi.fn<NeedOlder>(async () => []);
    const { slider, user } = await setUp(source, onNeedOlder);
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(1));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('1'));
    expect(onNeedOlder).toHaveBeenCalledTimes(1);
  });

  test('of another period are dropped when they arrive late', async () => {
    const source = filled(1000, 1200);
    let bring: (older: ReturnType<typeof candles>) => void = () => undefined;
    const onNeedOlder = vi.fn<NeedOlder>(
      () =>
        new Promise((resolve) => {
          bring = resolve;
        }),
    );
    const { slider, user } = await setUp(source, onNeedOlder);
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(1));
    act(() => source.setCandles(candles(1000, 1100)));
    await act(async () => bring(candles(800, 1000)));
    expect(source.candles).toHaveLength(100);
  });

  test('are requested again after a failure', async () => {
    const onNeedOlder = vi.fn<NeedOlder>(() => Promise.reject(new Error('offline')));
    const { slider, user } = await setUp(filled(1000, 1200), onNeedOlder);
    slider.focus();
    await user.keyboard('{Home}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(1));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(onNeedOlder).toHaveBeenCalledTimes(2));
  });
});

test('the chart’s code loads when it is first shown', async () => {
  await renderUi(<LazyCandleChart label="BTC/USDT" source={filled(0, 200)} period="1day" pricePlaces={1} />);
  expect(await screen.findByRole('slider')).toBeDefined();
});
