import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Orders.module.css';

type ListStatesProps<Row> = {
  rows: readonly Row[] | undefined;
  error: AppError | undefined;
  /** When the rows are of, where that is not now. */
  asOfMs: number | undefined;
  onRetry: () => void;
  /** One sentence for when there is nothing. */
  empty: string;
  render: (row: Row) => ReactNode;
  keyOf: (row: Row) => number;
  /** Loads what is older; without it there is nothing older. */
  onMore?: (() => void) | undefined;
  /** What is older is on its way. */
  isLoadingMore?: boolean;
};

/** A list of the user's own in all its states: failed, loading, empty, rows. */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { t } = useTranslation('spot');
  const { rows, error, asOfMs, onRetry, empty, render, keyOf, onMore, isLoadingMore = false } = props;
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  if (rows === undefined) return <RowsLoading />;
  const age = <AsOf atMs={asOfMs} />;
  if (rows.length === 0 && onMore === undefined) {
    return (
      <>
        {age}
        <EmptyState text={empty} />
      </>
    );
  }
  return (
    <>
      {age}
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={styles['row']}>
            {render(row)}
          </li>
        ))}
      </ul>
      {onMore !== undefined && (
        <Button kind="quiet" isLoading={isLoadingMore} onClick={onMore}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}

/** A row before it is known. */
export function RowLoading() {
  return (
    <div className={styles['loading']}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
      <Skeleton width="50%" />
    </div>
  );
}

function RowsLoading() {
  return (
    <Loading>
      <RowLoading />
      <RowLoading />
    </Loading>
  );
}
