import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './Kline.module.css';

const ROWS = 50;

type CandleTableSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  source: CandleSource;
  market: Market;
};

/** The last 50 candles in figures, for those who cannot see the picture. */
export function CandleTableSheet({ isOpen, onOpenChange, source, market }: CandleTableSheetProps) {
  const { t } = useTranslation('kline');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('table.title')}>
      <CandleTable source={source} market={market} />
    </Sheet>
  );
}

function CandleTable({ source, market }: { source: CandleSource; market: Market }) {
  const { t } = useTranslation('kline');
  const format = useFormat();
  const candles = useNewestCandles(source);
  if (candles.length === 0) return <EmptyState text={t('table.empty')} />;
  const places = market.pricePrecision;
  return (
    <div className={styles['tableBox']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('table.time')}</th>
            <th scope="col">{t('table.openPrice')}</th>
            <th scope="col">{t('table.high')}</th>
            <th scope="col">{t('table.low')}</th>
            <th scope="col">{t('table.close')}</th>
          </tr>
        </thead>
        <tbody>
          {candles.map((candle) => (
            <tr key={candle.openedAtMs}>
              <th scope="row">{format.moment(candle.openedAtMs, 'dayMinute')}</th>
              <td>
                <Num kind="price" value={candle.open} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.high} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.low} places={places} />
              </td>
              <td>
                <Num kind="price" value={candle.close} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Newest first; looked at again every second. */
function useNewestCandles(source: CandleSource) {
  useEachSecond(() => source.revision);
  return source.candles.slice(-ROWS).toReversed();
}
