/** The chart as a picture to share: what it shows, and on it in words what of, when, at which price and from where. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import type { ChartApi } from '../../shared/charts/chartPicture.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

/** `onReady` is given to the chart; `share` makes the picture and hands it on. */
export function useSharedPicture(market: Market, source: CandleSource) {
  const { t } = useTranslation(['kline', 'common']);
  const format = useFormat();
  const { chart } = useChartPreferences();
  const [api, setApi] = useState<ChartApi>();
  const onReady = useCallback((ready: ChartApi) => setApi(ready), []);
  const share = async () => {
    if (api === undefined) return;
    // When the price was made, by the clock of the exchange; what the device kept is no newer than its candles.
    const pricedAtMs = market.asOf == null ? Date.now() : Date.parse(market.asOf);
    const atMs = Math.min(pricedAtMs, source.asOfMs ?? Infinity);
    const symbol = symbolOf(market);
    const interval = t(`intervals.${chart.interval}`);
    const from = t(`common:source.${market.priceSource}`);
    const note = t('share.note', { source: from, time: format.moment(atMs, 'dateSecond') });
    const wordsFor = (lastPrice: Decimal) => ({
      title: t('share.title', { symbol, interval, price: format.price(lastPrice, market.pricePrecision) }),
      note,
    });
    const picture = await api.takePicture(wordsFor).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, nameOf(symbol, chart.interval, atMs));
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return { onReady, isReady: api !== undefined, share: () => void share() };
}

/** `BTC-USDT-5min-20260102-030405.png`, in UTC: names of files sort by time wherever they go. */
function nameOf(symbol: string, interval: string, atMs: number): string {
  const at = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${symbol.replace('/', '-')}-${interval}-${at}.png`;
}
