/**
 * lightweight-charts: `setData` once, `update` for a tick; the volume in its own pane, as all libraries here draw it.
 * It only draws: its own formatters, no cross hairs. The two updates of a tick are drawn in one frame, which is the
 * cost of a tick: it creates a new object for every candle and every bar of volume that it holds, visible or not.
 */
import { CandlestickSeries, ColorType, createChart, HistogramSeries, type UTCTimestamp } from 'lightweight-charts';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { LOOK } from './look.ts';
import { offer } from './page.ts';

const timeOf = ({ openedAtMs }: ChartCandle) => (openedAtMs / 1000) as UTCTimestamp;

function candleOf(candle: ChartCandle) {
  const { open, high, low, close } = candle;
  return { time: timeOf(candle), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function volumeOf(candle: ChartCandle) {
  const color = Number(candle.close) < Number(candle.open) ? LOOK.downWash : LOOK.upWash;
  return { time: timeOf(candle), value: Number(candle.volume), color };
}

await offer((box) => {
  const chart = createChart(box, {
    autoSize: true,
    layout: { background: { type: ColorType.Solid, color: LOOK.ground }, textColor: LOOK.text },
    grid: { vertLines: { color: LOOK.line }, horzLines: { color: LOOK.line } },
    timeScale: { barSpacing: LOOK.stepPx, timeVisible: true },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: LOOK.up,
    downColor: LOOK.down,
    wickUpColor: LOOK.up,
    wickDownColor: LOOK.down,
    borderVisible: false,
  });
  const volume = chart.addSeries(HistogramSeries, { priceFormat: { type: 'volume' } }, 1);
  const [above, below] = chart.panes();
  above?.setStretchFactor(1 - LOOK.volumeShare);
  below?.setStretchFactor(LOOK.volumeShare);
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
