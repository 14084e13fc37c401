/**
 * The form of the fund password: the first one, or another one for the one there is. Nothing of it is kept on the
 * device.
 */
import type { ErrorCode } from '@halyard/contract/errors';
import { checkFundPassword, checkNewFundPassword } from '@halyard/contract/rules/fundPassword';
import { useSetFundPasswordMutation } from '../../domain/security/securityApi.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { useWait } from './useWait.ts';

const EMPTY = { current: '', password: '', repeat: '' };
type Field = keyof typeof EMPTY;

export function useFundPassword(isChange: boolean, onDone: () => void) {
  const [send] = useSetFundPasswordMutation();
  const wait = useWait();
  const form = useForm({
    initial: EMPTY,
    check: (typed) => faultsOf(typed, isChange),
    fieldOf: ({ code }) => FIELD_OF_CODE[code],
    send: ({ current, password, repeat }) =>
      send({ password, passwordRepeat: repeat, ...(isChange && { oldPassword: current }) }),
    secret: 'current',
    onRefused: wait.begin,
    onDone,
  });
  return { ...form, wait: wait.text } as const;
}

function faultsOf({ current, password, repeat }: typeof EMPTY, isChange: boolean): Faults<Field> {
  const wrong = checkNewFundPassword(password, repeat);
  return {
    current: isChange ? checkFundPassword(current) : undefined,
    [wrong?.code === 'PASSWORD_MISMATCH' ? 'repeat' : 'password']: wrong,
  };
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  FUND_PASSWORD_WRONG: 'current',
  FUND_PASSWORD_WAIT: 'current',
  FUND_PASSWORD_REQUIRED: 'current',
  FUND_PASSWORD_FORMAT: 'password',
  PASSWORD_MISMATCH: 'repeat',
};
