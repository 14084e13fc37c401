/** The form of the login password: checked, confirmed with its consequences in sight, then sent. */
import { useState } from 'react';
import type { ErrorCode } from '@halyard/contract/errors';
import { checkAppPassword } from '@halyard/contract/user/rules';
import { useChangePasswordMutation } from '../../domain/security/securityApi.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { useWait } from './useWait.ts';

const EMPTY = { current: '', password: '', repeat: '' };
type Field = keyof typeof EMPTY;

export function useChangePassword(onDone: () => void) {
  const [isAsking, setAsking] = useState(false);
  const [change] = useChangePasswordMutation();
  const wait = useWait();
  const form = useForm({
    initial: EMPTY,
    check: faultsOf,
    fieldOf: ({ code }) => FIELD_OF_CODE[code],
    review: () => setAsking(true),
    send: async ({ current, password, repeat }) => {
      const outcome = await change({ oldPassword: current, password, passwordRepeat: repeat });
      setAsking(false);
      return outcome;
    },
    onRefused: wait.begin,
    onDone,
  });
  return { ...form, wait: wait.text, isAsking, setAsking } as const;
}

function faultsOf({ current, password, repeat }: typeof EMPTY): Faults<Field> {
  const wrong = checkAppPassword(password, repeat);
  const isDifferent = wrong?.code === 'PASSWORD_MISMATCH';
  return {
    current: current === '' ? { code: 'PASSWORD_REQUIRED' } : undefined,
    password: isDifferent ? undefined : wrong,
    repeat: isDifferent && repeat === '' ? { code: 'NEW_PASSWORD_REPEAT_REQUIRED' } : isDifferent ? wrong : undefined,
  };
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  PASSWORD_WRONG: 'current',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_COMMON: 'password',
  PASSWORD_MISMATCH: 'repeat',
};
