/** The form of the login password: checked, confirmed with its consequences in sight, then sent. */
import { useRef, useState } from 'react';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { checkNewPassword } from '@halyard/contract/rules/account';
import { useChangePasswordMutation } from '../../domain/security/securityApi.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useWait } from './useWait.ts';

type Fields = { readonly current: string; readonly password: string; readonly repeat: string };
type Field = keyof Fields | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;

const EMPTY: Fields = { current: '', password: '', repeat: '' };

/** `ask` checks and opens the confirmation; `send` resolves to whether the password was changed. `isOpen`: the answer was lost. */
export function useChangePassword() {
  const [typed, setTyped] = useState(EMPTY);
  const [texts, setTexts] = useState<Texts>({});
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [change, { isLoading }] = useChangePasswordMutation();
  const wait = useWait();
  const isUnderWay = useRef(false);

  const ask = () => {
    const wrong = faultsOf(typed);
    setTexts(wrong);
    setAsking(Object.keys(wrong).length === 0);
  };

  const send = async (): Promise<boolean> => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    const { current, password, repeat } = typed;
    const { error } = await change({ oldPassword: current, password, passwordRepeat: repeat });
    setAsking(false);
    const failed = error as AppError | undefined;
    // Once it is done the page is left: nothing is sent any more.
    isUnderWay.current = failed === undefined;
    setOpen(failed !== undefined && isOutcomeUnknown(failed));
    if (failed !== undefined && !wait.begin(failed)) setTexts({ [fieldOf(failed.code)]: appErrorText(failed) });
    return failed === undefined;
  };

  const set = (field: keyof Fields) => (value: string) => setTyped((before) => ({ ...before, [field]: value }));
  return { typed, set, texts, wait: wait.text, isOpen, isSending: isLoading, isAsking, setAsking, ask, send } as const;
}

function faultsOf({ current, password, repeat }: Fields): Texts {
  const faults: Partial<Record<Field, CodedError>> = {};
  if (current === '') faults.current = { code: 'PASSWORD_REQUIRED' };
  const wrong = checkNewPassword(password, repeat);
  if (wrong !== undefined && wrong.code !== 'PASSWORD_MISMATCH') faults.password = wrong;
  else if (wrong !== undefined) faults.repeat = repeat === '' ? { code: 'NEW_PASSWORD_REPEAT_REQUIRED' } : wrong;
  return Object.fromEntries(
    Object.entries(faults).map(([field, { code, params }]) => [field, errorText(code, params)]),
  );
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  PASSWORD_WRONG: 'current',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_MISMATCH: 'repeat',
};

function fieldOf(code: ErrorCode): Field {
  return FIELD_OF_CODE[code] ?? 'form';
}
