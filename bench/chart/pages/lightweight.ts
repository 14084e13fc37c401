/**
 * lightweight-charts: `setData` once, `update` for a tick; the volume in its own pane, as all libraries here draw it.
 * It only draws: its own formatters, no cross hairs. The two updates of a tick are drawn in one frame, which is the
 * cost of a tick: it creates a new object for every candle and every bar of volume that it holds, visible or not.
 */
import { CandlestickSeries, ColorType, createChart, HistogramSeries, type UTCTimestamp } from 'lightweight-charts';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { STYLE } from './style.ts';
import { offer } from './page.ts';

const timeOf = ({ openedAtMs }: ChartCandle) => (openedAtMs / 1000) as UTCTimestamp;

function candleOf(candle: ChartCandle) {
  const { open, high, low, close } = candle;
  return { time: timeOf(candle), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function volumeOf(candle: ChartCandle) {
  const color = Number(candle.close) < Number(candle.open) ? STYLE.downWash : STYLE.upWash;
  return { time: timeOf(candle), value: Number(candle.volume), color };
}

await offer((box) => {
  const chart = createChart(box, {
    autoSize: true,
    layout: { background: { type: ColorType.Solid, color: STYLE.ground }, textColor: STYLE.text },
    grid: { vertLines: { color: STYLE.line }, horzLines: { color: STYLE.line } },
    timeScale: { barSpacing: STYLE.stepPx, timeVisible: true },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: STYLE.up,
    downColor: STYLE.down,
    wickUpColor: STYLE.up,
    wickDownColor: STYLE.down,
    borderVisible: false,
  });
  const volume = chart.addSeries(HistogramSeries, { priceFormat: { type: 'volume' } }, 1);
  const [above, below] = chart.panes();
  above?.setStretchFactor(1 - STYLE.volumeShare);
  below?.setStretchFactor(STYLE.volumeShare);
  return {
    show: (all) => {
      candles.setData(all.map(candleOf));
      volume.setData(all.map(volumeOf));
    },
    tick: (candle) => {
      candles.update(candleOf(candle));
      volume.update(volumeOf(candle));
    },
    remove: () => chart.remove(),
  };
});
