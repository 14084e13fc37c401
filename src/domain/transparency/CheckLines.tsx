import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Checks.module.css';

/**
 * `unknown`: what it would be compared with is not there any more. `open`: not looked at, since one before it failed or
 * what is at hand does not show it.
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
  /** What it means, and what to do. */
  readonly note?: ReactNode;
};

/** What was looked at, line by line. */
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
