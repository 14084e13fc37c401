/**
 * Plain ECharts: candlesticks and bars of the visible range, passed again with `setOption` for every tick and every
 * step of a finger.
 */
import { BarChart, CandlestickChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { STYLE } from './style.ts';
import { offer } from './page.ts';

core.use([BarChart, CandlestickChart, GridComponent, CanvasRenderer]);

const AXIS_PX = 64;
const GAP_PX = 24;

const axis = (gridIndex: number) => ({
  x: {
    type: 'category' as const,
    gridIndex,
    axisLabel: { color: STYLE.text },
    axisLine: { lineStyle: { color: STYLE.line } },
  },
  y: {
    scale: true,
    gridIndex,
    position: 'right' as const,
    axisLabel: { color: STYLE.text },
    splitLine: { lineStyle: { color: STYLE.line } },
  },
});

function optionOf(all: readonly ChartCandle[]) {
  const times = all.map(({ openedAtMs }) => new Date(openedAtMs).toISOString().slice(11, 16));
  const volumes = all.map(({ open, close, volume }) => ({
    value: Number(volume),
    itemStyle: { color: Number(close) < Number(open) ? STYLE.downWash : STYLE.upWash },
  }));
  return {
    animation: false,
    backgroundColor: STYLE.ground,
    grid: [
      { left: 0, right: AXIS_PX, top: 0, height: '72%' },
      { left: 0, right: AXIS_PX, bottom: GAP_PX, height: '18%' },
    ],
    xAxis: [
      { ...axis(0).x, data: times },
      { ...axis(1).x, data: times },
    ],
    yAxis: [axis(0).y, axis(1).y],
    series: [
      {
        type: 'candlestick',
        data: all.map(({ open, close, low, high }) => [Number(open), Number(close), Number(low), Number(high)]),
        itemStyle: { color: STYLE.up, color0: STYLE.down, borderColor: STYLE.up, borderColor0: STYLE.down },
      },
      { type: 'bar', xAxisIndex: 1, yAxisIndex: 1, data: volumes },
    ],
  };
}

await offer((box) => {
  const chart = core.init(box);
  let candles: ChartCandle[] = [];
  /** Candles between the newest one and the right edge. */
  let back = 0;
  let frame: number | undefined;
  let lastX: number | undefined;
  const draw = () => {
    frame = undefined;
    const span = Math.round((chart.getWidth() - AXIS_PX) / STYLE.stepPx);
    const end = candles.length - Math.round(back);
    chart.setOption(optionOf(candles.slice(Math.max(0, end - span), end)));
  };
  const drawSoon = () => (frame ??= requestAnimationFrame(draw));
  const onMove = ({ clientX }: PointerEvent) => {
    if (lastX !== undefined) back = Math.max(0, back + (clientX - lastX) / STYLE.stepPx);
    lastX = clientX;
    drawSoon();
  };
  const onUp = () => (lastX = undefined);
  box.style.touchAction = 'pan-y';
  box.addEventListener('pointermove', onMove);
  box.addEventListener('pointerup', onUp);
  return {
    show: (all) => {
      candles = [...all];
      drawSoon();
    },
    tick: (candle) => {
      const isNew = candles.at(-1)?.openedAtMs !== candle.openedAtMs;
      candles[candles.length - (isNew ? 0 : 1)] = candle;
      drawSoon();
    },
    remove: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      box.removeEventListener('pointermove', onMove);
      box.removeEventListener('pointerup', onUp);
      chart.dispose();
    },
  };
});
