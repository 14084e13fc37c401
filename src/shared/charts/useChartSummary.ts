import { decimal, divide, isZero, multiply, subtract, type Decimal } from '@halyard/contract/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange } from '../format/numbers.ts';
import type { Seen } from './chartNotifier.ts';
import { createFigures, type Figures } from './figures.ts';
import { lineFigures, paneTitle } from './readout.ts';
import type { ChartSetup } from './setup.ts';
import { momentOf } from './timeText.ts';

/** The picture in words: time range, highest, lowest and last price, change, indicator values, open orders. */
export function useChartSummary(seen: Seen | undefined, setup: ChartSetup): string {
  const { t } = useTranslation('chart');
  const { locale, pricePlaces, period } = setup;
  const figures = useMemo(() => createFigures(locale, pricePlaces), [locale, pricePlaces]);
  if (seen === undefined) return t('empty');
  const change = changePercent(seen.open, seen.close);
  const sentences = [
    t('summary', {
      from: momentOf(seen.fromMs, period, locale),
      to: momentOf(seen.toMs, period, locale),
      high: figures.exact(seen.high),
      low: figures.exact(seen.low),
      last: figures.exact(seen.newest),
      change: change === undefined ? '—' : formatChange(change, locale),
    }),
  ];
  const values = indicatorWords(seen, setup, figures);
  if (values !== '') sentences.push(t('summaryIndicators', { values }));
  if (seen.orders.length > 0) {
    const orders = seen.orders.join('; ');
    const words = seen.areOptions ? t('summaryOptions', { orders }) : t('summaryOrders', { orders });
    sentences.push(seen.ordersName === undefined ? words : `${seen.ordersName}: ${orders}`);
  }
  return sentences.join('. ');
}

function indicatorWords({ indicators }: Seen, setup: ChartSetup, figures: Figures): string {
  return indicators
    .map(({ indicator, index }) => {
      const lines = lineFigures(indicator, index, figures).map(({ name, text }) => `${name} ${text}`);
      const title = paneTitle(indicator, setup);
      return title.includes('(') || indicator.id === 'vol' ? `${title} ${lines.join(', ')}` : lines.join(', ');
    })
    .join('; ');
}

/** `undefined` for an opening price of zero. */
function changePercent(open: Decimal, close: Decimal): Decimal | undefined {
  if (isZero(open)) return undefined;
  return multiply(divide(subtract(close, open), open, 6, 'half-even'), decimal('100'));
}
