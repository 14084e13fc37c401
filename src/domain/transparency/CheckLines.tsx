import { ChevronDown, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnConnected } from '../../shared/realtime/useRealtime.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import styles from './Checks.module.css';

/**
 * `unknown`: the record to compare with no longer exists. `open`: not checked, since an earlier step failed or the file
 * lacks the data.
 */
export type Verdict = 'passed' | 'failed' | 'unknown' | 'open';

const ICONS = {
  passed: CircleCheck,
  failed: CircleX,
  unknown: CircleDashed,
  open: CircleDashed,
} as const satisfies Record<Verdict, unknown>;

type CheckLine = {
  readonly text: string;
  readonly verdict: Verdict;
  /** Meaning of the result, and what to do. */
  readonly note?: ReactNode;
};

export function CheckLines({ checks }: { checks: readonly CheckLine[] }) {
  const { t } = useTranslation('log');
  return (
    <ol className={styles['checks']}>
      {checks.map(({ text, verdict, note }) => {
        const Icon = ICONS[verdict];
        return (
          <li key={text} className={styles[verdict]}>
            <Icon aria-hidden />
            <span>{text}</span>
            <b>{t(`verdict.${verdict}`)}</b>
            {note !== undefined && <div className={styles['note']}>{note}</div>}
          </li>
        );
      })}
    </ol>
  );
}

type FoldedChecksProps = {
  isRight: boolean;
  /** The one sentence that most users want. */
  verdict: ReactNode;
  checks: readonly CheckLine[];
};

/** The verdict first, with the checks behind it folded unless one failed. */
export function FoldedChecks({ isRight, verdict, checks }: FoldedChecksProps) {
  const { t } = useTranslation('log');
  const Icon = isRight ? CircleCheck : CircleX;
  return (
    <>
      <p role="status" className={classNames(styles['verdict'], !isRight && styles['wrong'])}>
        <Icon aria-hidden />
        <span>{verdict}</span>
      </p>
      <details className={styles['folded']} open={!isRight}>
        <summary>
          {t('details', { count: checks.length })}
          <ChevronDown aria-hidden />
        </summary>
        <CheckLines checks={checks} />
      </details>
    </>
  );
}

export type LogCheck = {
  readonly isRunning: boolean;
  /** Whether the last attempt read the log; undefined before it finished. */
  readonly hasRead: boolean | undefined;
  readonly start: () => void;
};

/** Checks the log as soon as wanted, again when the exchange is reachable, and on request. */
export function useLogCheck(isWanted: boolean): LogCheck {
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState<{ readonly to: number; readonly hasRead: boolean }>();
  const start = useCallback(() => setAsked((times) => times + 1), []);
  useEffect(() => {
    if (!isWanted) return;
    void canReadLog().then((hasRead) => setAnswered({ to: asked, hasRead }));
  }, [asked, isWanted]);
  useOnConnected(start);
  return { isRunning: isWanted && answered?.to !== asked, hasRead: answered?.hasRead, start };
}

/** The verification code may be unreachable, like the log. */
async function canReadLog(): Promise<boolean> {
  try {
    const { checkLog } = await import('./watchLog.ts');
    return (await checkLog()) !== undefined;
  } catch {
    return false;
  }
}
