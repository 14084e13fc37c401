import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Segmented.module.css';

export type SegmentOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Colour of the chosen segment, for buy and sell only. */
  tone?: 'up' | 'down';
  /** Leaves a row that is too narrow for all, unless it is chosen; the stylesheet around it decides. */
  isSpare?: boolean;
};

type SegmentedProps<Value extends string> = {
  /** Subject of the choice, for screen readers. */
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** `bar`: sunken, full width. `plain`: words in a row that scrolls if it is too long, for the periods of a chart. */
  variant?: 'bar' | 'plain';
  isDisabled?: boolean;
};

/** A choice among a few visible options. Built on radio buttons, for arrow keys and screen readers. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onValueChange, variant = 'bar', isDisabled } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles[variant]}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(styles['segment'], option.tone && styles[option.tone])}
          data-spare={option.isSpare || undefined}
        >
          <span className={styles['face']}>
            {option.label}
            <input
              type="radio"
              className={styles['input']}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={isDisabled}
              onChange={() => onValueChange(option.value)}
            />
          </span>
        </label>
      ))}
    </div>
  );
}
