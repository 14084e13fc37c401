/** The chart as a picture to share: what it shows, and on it in words what of, when, at which price and from where. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import type { ChartApi } from '../../shared/charts/chartPicture.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

/** `onReady` is given to the chart; `share` makes the picture and hands it on. */
export function useSharedPicture(market: Market) {
  const { t } = useTranslation(['kline', 'common']);
  const format = useFormat();
  const { chart } = useChartPreferences();
  const [api, setApi] = useState<ChartApi>();
  const onReady = useCallback((ready: ChartApi) => setApi(ready), []);
  const share = async () => {
    if (api === undefined) return;
    // When the price was made, by the clock of the exchange.
    const atMs = market.asOf == null ? Date.now() : Date.parse(market.asOf);
    const symbol = symbolOf(market);
    const price = market.lastPrice === null ? '—' : format.price(market.lastPrice, market.pricePrecision);
    const title = t('share.title', { symbol, interval: t(`intervals.${chart.interval}`), price });
    const source = t(`common:source.${market.priceSource}`);
    const note = t('share.note', { source, time: format.moment(atMs, 'dateSecond') });
    const picture = await api.takePicture({ title, note }).catch(() => undefined);
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
