import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAppError } from '../api/appError.ts';
import { appErrorText, errorText } from '../i18n/errorText.ts';
import { useOnConnected } from '../realtime/useRealtime.ts';
import { Button } from './Button.tsx';
import styles from './ErrorState.module.css';

type Failure =
  | {
      /** Of a failed call. */
      error: unknown;
      what?: never;
    }
  | {
      error?: never;
      /** A text instead of the error's own. */
      what: ReactNode;
    };

type ErrorStateProps = Failure & {
  /** On a page without other content: the failure is its heading. */
  isPage?: boolean;
  /** Retries, by the button or when the connection returns; without it `children` explain what to do. */
  onRetry?: (() => unknown) | undefined;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Error state: what happened, and what to do. */
export function ErrorState(props: ErrorStateProps) {
  const { error, what = textOf(error), isPage = false, onRetry, isRetrying = false, children } = props;
  const { t } = useTranslation('common');
  useOnConnected(onRetry);
  const What = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className={styles['state']}>
      <TriangleAlert aria-hidden className={styles['icon']} />
      <What className={styles['what']}>{what}</What>
      {children}
      {onRetry !== undefined && (
        <Button kind="ghost" className={styles['retry']} onClick={() => void onRetry()} isLoading={isRetrying}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}

const textOf = (error: unknown) => (isAppError(error) ? appErrorText(error) : errorText('UNKNOWN'));
