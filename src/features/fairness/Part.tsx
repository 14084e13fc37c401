import { Download } from 'lucide-react';
import { useCallback, useId, type ReactNode } from 'react';
import { decimal } from '@halyard/contract/money';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/api/appError.ts';
import { formatAgo } from '../../shared/format/relativeTime.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useOnConnected } from '../../shared/realtime/useRealtime.ts';
import { Button, type ButtonKind } from '../../shared/ui/Button.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Fairness.module.css';

/** A section of the page with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Formats how long ago an instant was (device clock, Unix milliseconds). */
export function useAgo(): (atMs: number) => string {
  const locale = useLocale();
  return useCallback((atMs) => formatAgo(Date.now() - atMs, locale), [locale]);
}

/** Formats a whole number. */
export function useCount(): (count: number) => string {
  const format = useFormat();
  return useCallback((count) => format.quantity(decimal(String(count)), 0), [format]);
}

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

type SaveTextProps = { name: string; text: string; label: string; kind?: ButtonKind };

/** Saves a text as a file. */
export function SaveText({ name, text, label, kind = 'quiet' }: SaveTextProps) {
  const save = async () => {
    const saved = await saveFile(new Blob([text], { type: typeOf(name) }), name);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <Button kind={kind} size="small" onClick={() => void save()}>
      <Download aria-hidden />
      {label}
    </Button>
  );
}

function typeOf(name: string): string {
  return name.endsWith('.json') ? 'application/json' : 'text/plain';
}
