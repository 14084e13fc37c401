import type { ComponentProps } from 'react';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';

type LockPinFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'name' | 'hint' | 'value' | 'onValueChange' | 'error' | 'ref'
>;

/** A field for the PIN of the lock. Managers of passwords are kept away: it is good for this device alone. */
export function LockPinField(props: LockPinFieldProps) {
  return (
    <PasswordField
      inputMode="numeric"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      data-bwignore
      {...props}
    />
  );
}
