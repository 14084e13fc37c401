import { createContext, useContext, useId, useMemo, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

/** Props of every kind of field. */
export type FieldFrameProps = {
  label: string;
  /** Error in words; marks the field as invalid. */
  error?: string | undefined;
  /** Explanation below the field. */
  hint?: ReactNode;
  /** `stacked`: the label above, for forms. `inline`: the label inside, above the value, for tickets. */
  layout?: 'stacked' | 'inline' | undefined;
  isDisabled?: boolean | undefined;
};

/** Attributes that connect a control to its frame. */
type FieldControl = {
  readonly id: string;
  readonly disabled: boolean;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};

const ControlContext = createContext<FieldControl | undefined>(undefined);

/** For the control of a {@link Field}: attributes that connect it to label, error, hint and unit. */
export function useFieldControl(): FieldControl {
  const control = useContext(ControlContext);
  if (control === undefined) throw new Error('there is no Field around this control');
  return control;
}

type FieldInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onValueChange: (text: string) => void;
};

/** The input of a {@link Field}. */
export function FieldInput({ onValueChange, ...input }: FieldInputProps) {
  return (
    <input {...useFieldControl()} {...input} onChange={({ currentTarget }) => onValueChange(currentTarget.value)} />
  );
}

type FieldProps = FieldFrameProps & {
  children: ReactNode;
  /** Currency or other unit after the value; it describes the control. */
  unit?: string | undefined;
  /** Before the value: an icon, a dialling code. */
  start?: ReactNode;
  /** After the value: a unit, a button. */
  end?: ReactNode;
};

/** Frame of a field: label, box, error and hint, connected to the control inside for screen readers. */
export function Field({
  label,
  error,
  hint,
  layout = 'stacked',
  isDisabled = false,
  children,
  start,
  unit,
  end,
}: FieldProps) {
  const id = useId();
  const unitId = useId();
  const { describedBy, notes } = useNotes({ error, hint });
  const isInvalid = error !== undefined;
  const described = [unit === undefined ? undefined : unitId, describedBy].filter(Boolean).join(' ') || undefined;
  const control = useMemo(
    () =>
      ({ id, disabled: isDisabled, 'aria-invalid': isInvalid || undefined, 'aria-describedby': described }) as const,
    [id, isDisabled, isInvalid, described],
  );
  const labelled = (className: string | undefined) => (
    <label htmlFor={id} className={className}>
      {label}
    </label>
  );
  return (
    <ControlContext value={control}>
      <div
        className={classNames(styles['field'], styles[layout])}
        data-invalid={isInvalid || undefined}
        data-disabled={isDisabled || undefined}
      >
        {layout === 'stacked' && labelled(styles['label'])}
        <div className={styles['box']}>
          {layout === 'inline' && labelled(styles['inlineLabel'])}
          {start}
          {children}
          {unit !== undefined && (
            <span id={unitId} className={styles['unit']}>
              {unit}
            </span>
          )}
          {end}
        </div>
        {notes}
      </div>
    </ControlContext>
  );
}

type NoteTexts = {
  /** Error in words. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

type Notes = {
  /** For `aria-describedby` of the control or the group. */
  readonly describedBy: string | undefined;
  /** Rendered below it. */
  readonly notes: ReactNode;
};

/** Error and hint of a field, and the ids that connect them to its control. */
export function useNotes({ error, hint }: NoteTexts): Notes {
  const [errorId, hintId] = [useId(), useId()];
  const ids = [error === undefined ? [] : [errorId], hint === undefined ? [] : [hintId]].flat();
  const notes = (
    <>
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={hintId} className={styles['hint']}>
          {hint}
        </div>
      )}
    </>
  );
  return { describedBy: ids.length === 0 ? undefined : ids.join(' '), notes };
}
