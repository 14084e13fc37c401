import { Check } from 'lucide-react';
import { classNames } from './classNames.ts';
import styles from './Steps.module.css';

type StepsProps = {
  /** Goal of the steps, for screen readers. */
  label: string;
  steps: readonly string[];
  /** Index of the current step; all are done if there is none. */
  current: number;
};

/** Steps of a procedure in a line: done, current, to come. */
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
