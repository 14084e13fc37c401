import { Check, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import { classNames } from './classNames.ts';
import styles from './Timeline.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** One step in the progress of a request. */
export type TimelineStep = {
  /** Unique among the steps. */
  readonly id: string;
  readonly title: ReactNode;
  /** `failed`: where it stopped; `undone`: taken back by the user; `next`: to come. */
  readonly state: 'done' | 'current' | 'failed' | 'undone' | 'next';
  /** Time of the step in milliseconds; missing if it is unknown or has not happened. */
  readonly atMs?: number | undefined;
  /** A reason, a deadline. */
  readonly detail?: ReactNode;
};

type TimelineProps = {
  /** Subject of the timeline, for screen readers. */
  label: string;
  steps: readonly TimelineStep[];
};

/** Past, current and future steps of a request, from top to bottom. */
export function Timeline({ label, steps }: TimelineProps) {
  const { t } = useTranslation('forms');
  const format = useFormat();
  return (
    <ol aria-label={label}>
      {steps.map(({ id, title, state, atMs, detail }) => (
        <li
          key={id}
          className={classNames(styles['step'], styles[state])}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles['dot']} aria-hidden="true">
            {state === 'done' && <Check />}
            {state === 'failed' && <X />}
            {state === 'undone' && <Undo2 />}
          </span>
          <span className={styles['words']}>
            <span className={styles['title']}>{title}</span>
            {/* Text of the dot for screen readers. */}
            <VisuallyHidden>{t(`timeline.${state === 'undone' ? 'failed' : state}`)}</VisuallyHidden>
          </span>
          {atMs !== undefined && (
            <time className={styles['time']} dateTime={new Date(atMs).toISOString()}>
              {format.moment(atMs, 'dateMinute')}
            </time>
          )}
          {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
