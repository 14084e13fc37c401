import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useOnConnected } from '../../shared/realtime/useRealtime.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Fairness.module.css';

type AnyQuery = { readonly data?: unknown; readonly error?: unknown; readonly refetch: () => unknown };
type AnsweredProps<Query extends AnyQuery> = {
  query: Query;
  /** An expected refusal, and its text. */
  none?: { readonly code: AppError['code']; readonly text: ReactNode };
  children: (data: NonNullable<Query['data']>) => ReactNode;
};

/** The answer of a query; earlier data stays visible when a re-read fails. */
export function Answered<Query extends AnyQuery>({ query, none, children }: AnsweredProps<Query>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data as NonNullable<Query['data']>);
  const failed = error as AppError | undefined;
  if (failed === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={72} />
      </Loading>
    );
  }
  if (failed.code === none?.code) return none.text;
  return <Unanswered text={appErrorText(failed)} onRetry={refetch} />;
}

/** Smaller than a full-page error: the other parts are independent. */
function Unanswered({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const { t } = useTranslation('common');
  const retry = useCallback(() => void onRetry(), [onRetry]);
  useOnConnected(retry);
  return (
    <div className={styles['failed']}>
      <p>{text}</p>
      <Button kind="quiet" size="small" onClick={retry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
