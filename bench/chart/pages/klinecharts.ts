/** klinecharts: a data loader that returns all candles and then one per tick; its VOL in its own pane. */
import {
  dispose,
  init,
  type DataLoaderGetBarsParams,
  type DataLoaderSubscribeBarParams,
  type KLineData,
} from 'klinecharts';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { LOOK } from './look.ts';
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

const COLOURS = { upColor: LOOK.up, downColor: LOOK.down, noChangeColor: LOOK.up };
const LINES = { horizontal: { color: LOOK.line }, vertical: { color: LOOK.line } };

await offer((box) => {
  const chart = init(box, { styles: 'dark' });
  if (chart === null) throw new Error('klinecharts did not start');
  box.style.background = LOOK.ground;
  chart.setStyles({ grid: LINES, candle: { bar: COLOURS } });
  // Without the averages that it draws by default.
  chart.createIndicator({ name: 'VOL', calcParams: [] }, false);
  let give: DataLoaderSubscribeBarParams['callback'] | undefined;
  return {
    show: (all) => {
      chart.setSymbol({ ticker: 'BTC/USDT', pricePrecision: 2, volumePrecision: 2 });
      chart.setPeriod({ type: 'minute', span: 1 });
      chart.setBarSpace(LOOK.stepPx);
      chart.setOffsetRightDistance(LOOK.stepPx * 1.5);
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
