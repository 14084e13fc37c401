import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';

/** What contracts of a market are like, for whoever is not logged in. */
export function GuestTerms({ market }: { market: FuturesMarket }) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  const row = useMarketRow(market.id);
  const rate = (percent: Decimal | undefined) => (percent === undefined ? '—' : format.percent(percent));
  const amount = (value: Decimal | undefined, unit: string) =>
    value === undefined ? '—' : `${format.amount(value, 8, 0)} ${unit}`;
  return (
    <KeyValue
      items={[
        { label: t('terms.lot'), value: amount(row?.lot, market.base) },
        { label: t('terms.spread'), value: amount(row?.spreadAmount, market.quote) },
        { label: t('terms.fee'), value: rate(row?.futuresFeeRate) },
        { label: t('terms.overnight'), value: rate(row?.overnightRate) },
        { label: t('terms.closeOut'), value: rate(row?.closeOutLevel) },
      ]}
    />
  );
}
