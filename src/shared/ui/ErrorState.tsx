import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnConnected } from '../realtime/useRealtime.ts';
import { Button } from './Button.tsx';
import styles from './ErrorState.module.css';

type ErrorStateProps = {
  /** The failure. */
  what: ReactNode;
  /** On a page without other content: the failure is its heading. */
  isPage?: boolean;
  /** Retries, by the button or when the connection returns; without it `children` explain what to do. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Error state: what happened, and what to do. */
export function ErrorState({ what, isPage = false, onRetry, isRetrying = false, children }: ErrorStateProps) {
  const { t } = useTranslation('common');
  useOnConnected(onRetry);
  const What = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className={styles['state']}>
      <TriangleAlert aria-hidden className={styles['icon']} />
      <What className={styles['what']}>{what}</What>
      {children}
      {onRetry !== undefined && (
        <Button kind="ghost" className={styles['retry']} onClick={onRetry} isLoading={isRetrying}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
