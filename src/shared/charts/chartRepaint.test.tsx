// Every repaint contains the whole picture, regardless of its cause, and zrender's loop rests after each picture until
// something changes. Real ECharts on a canvas that records fills; the test calls zrender's repaints directly.
import { act, screen, waitFor } from '@testing-library/react';
import { getInstanceByDom } from 'echarts/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { candle, filled } from '../../testing/dailyCandles.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { CandleChart } from './CandleChart.tsx';

fakeCanvas();

type Filled = readonly [colour: unknown, ...numbers: number[]];
let rectangles: Filled[] = [];

beforeEach(() => {
  rectangles = [];
  const state: Record<string | symbol, unknown> = {
    fillRect: (...numbers: number[]) => rectangles.push([state['fillStyle'], ...numbers]),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy(state, { get: (target, name) => (name in target ? target[name] : () => undefined) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});

const setUp = async () => {
  const source = filled(0, 300);
  await renderUi(<CandleChart label="BTC/USDT" source={source} period="1day" pricePlaces={1} />);
  await screen.findByRole('slider', { name: 'Candle under the cursor' });
  const chart = [...document.querySelectorAll('div')].map((box) => getInstanceByDom(box)).find(Boolean);
  if (chart === undefined) throw new Error('no chart');
  await waitFor(() => expect(rectangles.length).toBeGreaterThan(100));
  const zr = chart.getZr();
  /** Fills of a picture in which only a text has changed. */
  const repainted = () => {
    rectangles = [];
    zr.storage
      .getDisplayList()
      .find(({ type }) => type === 'tspan')
      ?.markRedraw();
    zr.flush();
    return rectangles;
  };
  return { source, chart, zr, repainted };
};

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

describe('a repaint', () => {
  test.each(['solid', 'hollow'])('has all %s candles although only a text has changed', async (look) => {
    document.documentElement.style.setProperty('--candle-up', look);
    const { repainted } = await setUp();
    const first = repainted();
    expect(first.map(([colour]) => colour)).toContain('rgb(0, 200, 0)');
    expect(first.length).toBeGreaterThan(100);
    expect(repainted()).toEqual(first);
  });

  test('has them after the shapes were measured', async () => {
    const { zr, repainted } = await setUp();
    const first = repainted();
    expect(first.length).toBeGreaterThan(100);
    for (const shape of zr.storage.getDisplayList()) shape.getBoundingRect();
    expect(repainted()).toEqual(first);
  });

  test('has them on another canvas', async () => {
    const { chart, repainted } = await setUp();
    const first = repainted();
    expect(first.length).toBeGreaterThan(100);
    rectangles = [];
    chart.renderToCanvas({ pixelRatio: 3 });
    expect(rectangles).toEqual(expect.arrayContaining([...first]));
  });
});

test('zrender requests no frames after a picture, and one again after a change', async () => {
  const { source, zr } = await setUp();
  const onFrame = vi.fn();
  const painted = vi.fn();
  zr.on('rendered', painted);
  act(() => source.applyLive(candle(299, '1500')));
  await waitFor(() => expect(painted).toHaveBeenCalled());
  zr.animation.on('frame', onFrame);
  for (let turn = 0; turn < 3; turn += 1) await frame();
  expect(onFrame).not.toHaveBeenCalled();
  zr.refresh();
  await waitFor(() => expect(onFrame).toHaveBeenCalled());
});

test('a wider chart is drawn over its whole width, with the next tick too', async () => {
  const { source, chart } = await setUp();
  const rightmost = () => Math.max(...rectangles.map(([, left = 0]) => left));
  expect(rightmost()).toBeLessThan(400);
  for (const close of ['1500', '1600']) {
    chart.resize({ width: 800, height: 300 });
    rectangles = [];
    act(() => source.applyLive(candle(299, close)));
    await waitFor(() => expect(rightmost()).toBeGreaterThan(600));
  }
});
