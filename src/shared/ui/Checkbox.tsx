import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './Checkbox.module.css';

type CheckboxProps = {
  /** Text of the choice; may contain links. */
  label: ReactNode;
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
  error?: string | undefined;
};

/** A checkbox; its text is part of the target. */
export function Checkbox({ label, isChecked, onCheckedChange, error }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className={styles['row']}>
        <span className={styles['box']}>
          <input
            type="checkbox"
            className={styles['input']}
            checked={isChecked}
            onChange={(event) => onCheckedChange(event.target.checked)}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
          />
          <Check aria-hidden />
        </span>
        <span className={styles['label']}>{label}</span>
      </label>
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
