import { useTranslation } from 'react-i18next';
import { formatChange, formatPrice } from '../format/numbers.ts';
import { momentOf, type ChartSetup, type Frame } from './composition.ts';

/** The picture in words: from when to when, highest, lowest, last price and change. */
export function useChartSummary(frame: Frame | undefined, setup: ChartSetup): string {
  const { t } = useTranslation('common');
  if (frame === undefined) return t('chart.empty');
  const { fromMs, toMs, high, low, last, changePercent } = frame.summary;
  const { locale, period, pricePlaces } = setup;
  return t('chart.summary', {
    from: momentOf(fromMs, period, locale),
    to: momentOf(toMs, period, locale),
    high: formatPrice(high, locale, pricePlaces),
    low: formatPrice(low, locale, pricePlaces),
    last: formatPrice(last, locale, pricePlaces),
    change: changePercent === undefined ? '—' : formatChange(changePercent, locale),
  });
}
