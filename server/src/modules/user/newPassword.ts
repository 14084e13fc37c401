/** What a registration and a forgotten password must bring along, checked before anything is looked up. */
import { checkCodeForm, checkNewPassword } from '@halyard/contract/rules/account';
import { refusal } from '../../calls/errors.ts';

type NewPassword = { readonly code: string; readonly password: string; readonly passwordRepeat: string };

/** Throws `BusinessError` CODE_REQUIRED, CODE_WRONG or PASSWORD_*. */
export function refuseBadInput({ code, password, passwordRepeat }: NewPassword): void {
  const fault = checkCodeForm(code) ?? checkNewPassword(password, passwordRepeat);
  if (fault !== undefined) throw refusal(fault);
}
