import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '../../../domain/options/verifyOption.ts';
import styles from './Detail.module.css';

const ICONS = { passed: CircleCheck, failed: CircleX, unknown: CircleDashed } as const satisfies Record<
  Verdict,
  unknown
>;

type CheckLinesProps = { checks: readonly { readonly text: string; readonly verdict: Verdict }[] };

/** What was looked at, line by line. */
export function CheckLines({ checks }: CheckLinesProps) {
  const { t } = useTranslation('option');
  return (
    <ol className={styles['checks']}>
      {checks.map(({ text, verdict }) => {
        const Icon = ICONS[verdict];
        return (
          <li key={text} className={styles[verdict]}>
            <Icon aria-hidden />
            <span>{text}</span>
            <b>{t(`verify.verdict.${verdict}`)}</b>
          </li>
        );
      })}
    </ol>
  );
}
