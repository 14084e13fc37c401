import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnConnected } from '../realtime/useRealtime.ts';
import { Button } from './Button.tsx';
import styles from './ErrorState.module.css';

type ErrorStateProps = {
  /** What happened. */
  what: ReactNode;
  /** Whether money moved, where that is the question. */
  money?: ReactNode;
  /** Of a page that shows nothing else: what happened is its heading. */
  isPage?: boolean;
  /**
   * Tries again, by the button or by itself when the exchange can be heard again; without it the user is told what to
   * do in `children`.
   */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Where something failed: what happened, whether money moved, what to do. */
export function ErrorState({ what, money, isPage = false, onRetry, isRetrying = false, children }: ErrorStateProps) {
  const { t } = useTranslation('common');
  useOnConnected(onRetry);
  const What = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className={styles['state']}>
      <TriangleAlert aria-hidden className={styles['icon']} />
      <What className={styles['what']}>{what}</What>
      {money !== undefined && <p className={styles['money']}>{money}</p>}
      {children}
      {onRetry !== undefined && (
        <Button kind="ghost" className={styles['retry']} onClick={onRetry} isLoading={isRetrying}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
