import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

/** What every field takes, whatever is typed into it. */
export type FieldFrameProps = {
  label: string;
  /** What is wrong, in words; the field is invalid while there is one. */
  error?: string | undefined;
  /** What the field wants to be told, under the field. */
  hint?: ReactNode;
  /** `stacked`: the label above, for forms. `inline`: the label inside at the start and the value at the end, for tickets. */
  layout?: 'stacked' | 'inline' | undefined;
  isDisabled?: boolean | undefined;
};

type FieldProps = FieldFrameProps & {
  children: ReactNode;
  /** Before the value: an icon, a dialling code. */
  start?: ReactNode;
  /** After the value: a unit, a button. */
  end?: ReactNode;
};

/** The frame of a field: label, box, error and hint, tied to the control inside for screen readers. */
export function Field({
  label,
  error,
  hint,
  layout = 'stacked',
  isDisabled = false,
  children,
  start,
  end,
}: FieldProps) {
  return (
    <BaseField.Root
      className={classNames(styles['field'], styles[layout])}
      invalid={error !== undefined}
      disabled={isDisabled}
    >
      {layout === 'stacked' && <BaseField.Label className={styles['label']}>{label}</BaseField.Label>}
      <div className={styles['box']}>
        {layout === 'inline' && <BaseField.Label className={styles['inlineLabel']}>{label}</BaseField.Label>}
        {start}
        {children}
        {end}
      </div>
      {error !== undefined && (
        <BaseField.Error className={styles['error']} match>
          {error}
        </BaseField.Error>
      )}
      {hint !== undefined && (
        <BaseField.Description className={styles['hint']} render={<div />}>
          {hint}
        </BaseField.Description>
      )}
    </BaseField.Root>
  );
}
