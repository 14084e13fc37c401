import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { DepthChart, type DepthFigures } from '../../domain/markets/DepthChart.tsx';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useBook } from '../../domain/markets/useBook.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Kline.module.css';

/** What the live book adds up to on both sides, as a picture. */
export function DepthView({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const { book, error, isStale, retry } = useBook(symbolOf(market));
  const describe = useCallback((figures: DepthFigures) => t('depthSummary', figures), [t]);
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={retry} />;
  if (book === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={288} />
      </Loading>
    );
  }
  return (
    <div className={styles['depth']}>
      <DepthChart market={market} book={book} isStale={isStale} describe={describe} />
    </div>
  );
}
