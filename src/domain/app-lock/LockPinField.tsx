import type { ComponentProps } from 'react';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';

type LockPinFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'name' | 'hint' | 'value' | 'onValueChange' | 'error' | 'ref'
>;

/** PIN field of the app lock. Password managers are kept out: the PIN is valid on this device only. */
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
