import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { useNotes, type FieldFrameProps } from './Field.tsx';
import frame from './Field.module.css';
import styles from './RadioRows.module.css';

/** One choice. */
export type RadioRow<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  /** Below the label, muted: an address, a card number. */
  readonly detail?: ReactNode;
  /** At the end, outside the radio's target: a status, a remove button. */
  readonly end?: ReactNode;
  readonly isDisabled?: boolean;
  /** Cannot be used yet; users may still choose it and read why. */
  readonly isDimmed?: boolean;
};

type RadioRowsProps<Value extends string> = Pick<FieldFrameProps, 'label' | 'error' | 'hint'> & {
  options: readonly RadioRow<Value>[];
  /** `undefined` while nothing is chosen. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** The label is for screen readers only, because a heading has the same text. */
  isLabelHidden?: boolean;
};

/** A choice among a few entries with details: addresses, cards, accounts. Built on radio buttons. */
export function RadioRows<Value extends string>(props: RadioRowsProps<Value>) {
  const { label, error, hint, options, value, onValueChange, isLabelHidden = false } = props;
  const name = useId();
  const { describedBy, notes } = useNotes({ error, hint });
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={error !== undefined || undefined}
      className={frame['field']}
    >
      {!isLabelHidden && (
        <span aria-hidden="true" className={frame['label']}>
          {label}
        </span>
      )}
      <div className={classNames(styles['rows'], error !== undefined && styles['invalid'])}>
        {options.map((option) => (
          <Row key={option.value} {...{ option, name, onValueChange }} isChosen={option.value === value} />
        ))}
      </div>
      {notes}
    </div>
  );
}

type RowProps<Value extends string> = Pick<RadioRowsProps<Value>, 'onValueChange'> & {
  option: RadioRow<Value>;
  name: string;
  isChosen: boolean;
};

function Row<Value extends string>({ option, name, isChosen, onValueChange }: RowProps<Value>) {
  const { value, label, detail, end, isDisabled = false, isDimmed = false } = option;
  const detailId = useId();
  return (
    <div className={styles['row']}>
      <label className={classNames(styles['choice'], isDimmed && styles['dimmed'])}>
        <input
          type="radio"
          className={styles['input']}
          name={name}
          value={value}
          checked={isChosen}
          disabled={isDisabled}
          aria-describedby={detail === undefined ? undefined : detailId}
          onChange={() => onValueChange(value)}
        />
        <span className={styles['words']}>
          <span className={styles['label']}>{label}</span>
          {detail !== undefined && (
            <span id={detailId} className={styles['detail']}>
              {detail}
            </span>
          )}
        </span>
      </label>
      {end !== undefined && <span className={styles['end']}>{end}</span>}
    </div>
  );
}
