/** The form of the proof: the login password and what the account has as the second thing, or a passkey alone. */
import { useState } from 'react';
import type { ErrorCode } from '@halyard/contract/errors';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { checkCodeForm } from '@halyard/contract/user/rules';
import type { DeviceAnswer } from '../../../domain/security/passkeyDevice.ts';
import { useStepUpMutation } from '../../../domain/security/stepUpApi.ts';
import { endOwnCodeWait } from '../../../domain/security/useStepUp.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useForm, type Faults } from '../../../shared/forms/useForm.ts';
import { useWait } from '../useWait.ts';

/** What is typed beside the password. */
export type Second = Exclude<StepUpMethodName, 'passkey'>;

const EMPTY = { loginPassword: '', code: '' };
type Field = keyof typeof EMPTY;

export function useProof(methods: readonly StepUpMethodName[], onDone: () => void) {
  const [chosen, setChosen] = useState<Second>();
  const [prove] = useStepUpMutation();
  const wait = useWait();
  const typedMethods = methods.filter((method): method is Second => method !== 'passkey');
  const second = chosen ?? typedMethods[0];
  const done = () => {
    if (second === 'password_code') endOwnCodeWait();
    onDone();
  };
  const form = useForm({
    initial: EMPTY,
    isForgiving: true,
    check: ({ loginPassword, code }): Faults<Field> => ({
      loginPassword: loginPassword === '' ? { code: 'PASSWORD_REQUIRED' } : undefined,
      code: faultIn(code, second),
    }),
    fieldOf: ({ code }) => FIELD_OF_CODE[code],
    secret: 'loginPassword',
    send: ({ loginPassword, code }) => prove({ loginPassword, ...secondOf(second, code) }),
    onRefused: wait.begin,
    onDone: done,
  });
  const choose = (method: Second) => {
    setChosen(method);
    form.set('code', '');
  };
  /** Errors are told below the form; who changes his mind is told nothing. */
  async function usePasskey(ask: () => Promise<DeviceAnswer>): Promise<void> {
    const { passkey, error } = await ask();
    const failure = passkey === undefined ? error : ((await prove({ passkey })).error as AppError | undefined);
    if (failure !== undefined) form.refuse({ form: failure });
    else if (passkey !== undefined) onDone();
  }
  return { ...form, wait: wait.text, second, typedMethods, choose, usePasskey } as const;
}

function secondOf(second: Second | undefined, code: string) {
  if (second === 'totp') return { totp: code };
  return second === 'recovery' ? { recoveryCode: code.trim() } : { code };
}

function faultIn(code: string, second: Second | undefined) {
  if (second !== 'recovery') return checkCodeForm(code);
  return code.trim() === '' ? ({ code: 'CODE_REQUIRED' } as const) : undefined;
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  PASSWORD_REQUIRED: 'loginPassword',
  PASSWORD_WRONG: 'loginPassword',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  SECOND_FACTOR_WRONG: 'code',
};
