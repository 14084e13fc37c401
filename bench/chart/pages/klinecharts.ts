/** klinecharts: a data loader that returns all candles and then one per tick; its VOL in its own pane. */
import {
  dispose,
  init,
  type DataLoaderGetBarsParams,
  type DataLoaderSubscribeBarParams,
  type KLineData,
} from 'klinecharts';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { STYLE } from './style.ts';
import { offer } from './page.ts';

function barOf({ openedAtMs, open, high, low, close, volume }: ChartCandle): KLineData {
  return {
    timestamp: openedAtMs,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

const COLOURS = { upColor: STYLE.up, downColor: STYLE.down, noChangeColor: STYLE.up };
const LINES = { horizontal: { color: STYLE.line }, vertical: { color: STYLE.line } };

await offer((box) => {
  const chart = init(box, { styles: 'dark' });
  if (chart === null) throw new Error('klinecharts did not start');
  box.style.background = STYLE.ground;
  chart.setStyles({ grid: LINES, candle: { bar: COLOURS } });
  // Without the averages that it draws by default.
  chart.createIndicator({ name: 'VOL', calcParams: [] }, false);
  let give: DataLoaderSubscribeBarParams['callback'] | undefined;
  return {
    show: (all) => {
      chart.setSymbol({ ticker: 'BTC/USDT', pricePrecision: 2, volumePrecision: 2 });
      chart.setPeriod({ type: 'minute', span: 1 });
      chart.setBarSpace(STYLE.stepPx);
      chart.setOffsetRightDistance(STYLE.stepPx * 1.5);
      chart.setDataLoader({
        getBars: ({ type, callback }: DataLoaderGetBarsParams) =>
          callback(type === 'init' ? all.map(barOf) : [], false),
        subscribeBar: ({ callback }) => (give = callback),
      });
    },
    tick: (candle) => give?.(barOf(candle)),
    remove: () => dispose(box),
  };
});
