import { Check } from 'lucide-react';
import { classNames } from './classNames.ts';
import styles from './Steps.module.css';

type StepsProps = {
  /** What the steps lead to, for screen readers. */
  label: string;
  steps: readonly string[];
  /** Which one is to be done now; all are done where there is none. */
  current: number;
};

/** The few steps that something takes, in a line: done, now, still to come. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={styles['steps']} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={classNames(styles['step'], place < current && styles['done'], place === current && styles['now'])}
          aria-current={place === current ? 'step' : undefined}
        >
          <span className={styles['mark']} aria-hidden="true">
            {place < current ? <Check /> : place + 1}
          </span>
          <span className={styles['name']}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
