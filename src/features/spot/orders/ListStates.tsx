import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Orders.module.css';

type ListStatesProps<Row> = {
  rows: readonly Row[] | undefined;
  error: AppError | undefined;
  onRetry: () => void;
  /** One sentence for when there is nothing. */
  empty: string;
  render: (row: Row) => ReactNode;
  keyOf: (row: Row) => number;
  /** Loads what is older; without it there is nothing older. */
  onMore?: (() => void) | undefined;
};

/** A list of the user's own in all its states: nobody logged in, failed, loading, empty, rows. */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { t } = useTranslation('spot');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { rows, error, onRetry, empty, render, keyOf, onMore } = props;
  if (!isLoggedIn) {
    const logIn = (
      <ButtonLink kind="ghost" size="small" to={paths.login(backQueryTo(location))}>
        {t('ticket.logIn')}
      </ButtonLink>
    );
    return <EmptyState text={t('orders.anonymous')} action={logIn} />;
  }
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  if (rows === undefined) return <RowsLoading />;
  if (rows.length === 0 && onMore === undefined) return <EmptyState text={empty} />;
  return (
    <>
      <ul className={styles['list']}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={styles['row']}>
            {render(row)}
          </li>
        ))}
      </ul>
      {onMore !== undefined && (
        <Button kind="quiet" onClick={onMore}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}

function RowsLoading() {
  return (
    <Loading>
      <div className={styles['row']}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
      <div className={styles['row']}>
        <Skeleton width="55%" />
        <Skeleton width="45%" />
      </div>
    </Loading>
  );
}
