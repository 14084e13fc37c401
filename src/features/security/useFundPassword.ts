/** The form of the fund password: the first one, or another one for the one there is. Nothing of it is kept on the device. */
import { useRef, useState } from 'react';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { checkFundPassword, checkNewFundPassword } from '@halyard/contract/rules/fundPassword';
import { useSetFundPasswordMutation } from '../../domain/security/securityApi.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useWait } from './useWait.ts';

type Fields = { readonly current: string; readonly password: string; readonly repeat: string };
type Field = keyof Fields | 'form';
type Texts = Readonly<Partial<Record<Field, string>>>;

const EMPTY: Fields = { current: '', password: '', repeat: '' };

/** `submit` resolves to whether it was set. `isOpen`: the answer was lost. */
export function useFundPassword(isChange: boolean) {
  const [typed, setTyped] = useState(EMPTY);
  const [texts, setTexts] = useState<Texts>({});
  const [isOpen, setOpen] = useState(false);
  const [send, { isLoading }] = useSetFundPasswordMutation();
  const wait = useWait();
  const isUnderWay = useRef(false);

  const submit = async (): Promise<boolean> => {
    if (isUnderWay.current || wait.text !== undefined) return false;
    const wrong = faultsOf(typed, isChange);
    setTexts(wrong);
    if (Object.keys(wrong).length > 0) return false;
    isUnderWay.current = true;
    const { current, password, repeat } = typed;
    const { error } = await send({ password, passwordRepeat: repeat, ...(isChange && { oldPassword: current }) });
    const failed = error as AppError | undefined;
    // Once it is done the page is left: nothing is sent any more.
    isUnderWay.current = failed === undefined;
    setOpen(failed !== undefined && isOutcomeUnknown(failed));
    if (failed !== undefined) fail(failed);
    return failed === undefined;
  };

  const fail = (error: AppError) => {
    // A wrong one is typed anew, not corrected: nobody sees which digit it was.
    if (fieldOf(error.code) === 'current') setTyped((before) => ({ ...before, current: '' }));
    if (!wait.begin(error)) setTexts({ [fieldOf(error.code)]: appErrorText(error) });
  };

  const set = (field: keyof Fields) => (value: string) => setTyped((before) => ({ ...before, [field]: value }));
  return { typed, set, texts, wait: wait.text, isOpen, isSending: isLoading, submit } as const;
}

function faultsOf({ current, password, repeat }: Fields, isChange: boolean): Texts {
  const faults: Partial<Record<Field, CodedError>> = {};
  const wrongCurrent = isChange ? checkFundPassword(current) : undefined;
  if (wrongCurrent !== undefined) faults.current = wrongCurrent;
  const wrong = checkNewFundPassword(password, repeat);
  if (wrong !== undefined) faults[wrong.code === 'PASSWORD_MISMATCH' ? 'repeat' : 'password'] = wrong;
  return Object.fromEntries(
    Object.entries(faults).map(([field, { code, params }]) => [field, errorText(code, params)]),
  );
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  FUND_PASSWORD_WRONG: 'current',
  FUND_PASSWORD_WAIT: 'current',
  FUND_PASSWORD_REQUIRED: 'current',
  FUND_PASSWORD_FORMAT: 'password',
  PASSWORD_MISMATCH: 'repeat',
};

function fieldOf(code: ErrorCode): Field {
  return FIELD_OF_CODE[code] ?? 'form';
}
