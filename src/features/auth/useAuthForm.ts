/** State of a login form: typed values are shared between the pages, and the address is converted to stored form. */
import { useRef } from 'react';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import {
  isCodedError,
  checkCodeForm,
  checkPassword,
  normalizeEmail,
  checkAppPassword,
} from '@halyard/contract/user/rules';
import { ownChosen, ownerKeyOf } from '../../domain/preferences/preferencesSlice.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { i18n } from '../../shared/i18n/i18n.ts';
import { removeKey, writeText } from '../../shared/storage/localStore.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { currentAuthDraft, useAuthDraft, type AuthDraft } from './authDraft.ts';

type AuthFormOptions = {
  readonly check: (draft: AuthDraft, address: string | CodedError) => AuthErrors;
  /** Resolves with `undefined` when the form goes on with another step. */
  readonly send: (draft: AuthDraft, address: string) => Promise<{ readonly error?: unknown } | undefined>;
  readonly onDone: () => void;
};

export type AuthForm = ReturnType<typeof useAuthForm>;

/** Pages drop the draft themselves: one of them passes the address to the next. */
export function useAuthForm({ check, send, onDone }: AuthFormOptions) {
  const { draft, change } = useAuthDraft();
  const stored = useRef('');
  return useForm<Record<never, never>, AuthField, unknown, AuthDraft>({
    initial: {},
    draft: {
      value: draft,
      change: (next) => change(typeof next === 'function' ? next(currentAuthDraft()) : next),
      forget: () => undefined,
    },
    quickCheck: (typed) => {
      const address = typed.kind === 'email' ? typed.email : typed.phone;
      return check(typed, address.trim() === '' ? { code: 'ACCOUNT_REQUIRED' } : address);
    },
    check: async (typed) => {
      try {
        const address = await addressOf(typed);
        if (!isCodedError(address)) stored.current = address;
        return check(typed, address);
      } catch {
        return { form: { code: 'SUBMIT_FAILED' } };
      }
    },
    fieldOf: ({ code }) => fieldOfCode(code),
    onRefused: ({ code, params }) => {
      const isFirst = code === 'SECOND_FACTOR_REQUIRED' && currentAuthDraft().secondStep === undefined;
      const secondMethods = String(params?.['methods'] ?? '');
      if (isFirst) change({ secondStep: 'app', secondFactor: '', secondMethods });
      return isFirst;
    },
    // The passkey of a second step arrives after the render that sends it.
    send: () => send(currentAuthDraft(), stored.current),
    onDone,
  });
}

// Errors of the typed values by field, by the same rules as on the server.

type AuthField =
  | 'address'
  | 'code'
  | 'password'
  | 'passwordRepeat'
  | 'invitationCode'
  | 'country'
  | 'agreement'
  | 'secondFactor'
  | 'form';
type AuthErrors = Readonly<Partial<Record<AuthField, CodedError>>>;

/** The address in stored form, or its error. The phone rule loads on demand: its metadata is large. */
export async function addressOf(draft: AuthDraft): Promise<string | CodedError> {
  if (draft.kind === 'email') return normalizeEmail(draft.email);
  const { normalizePhone } = await import('@halyard/contract/user/phone');
  return normalizePhone(draft.phone, draft.callingCode);
}

/** Login: address and password. The required length is shown at registration only. */
export function loginErrors(draft: AuthDraft, address: string | CodedError): AuthErrors {
  const isEmpty = draft.password === '';
  return compact({ address: errorIn(address), password: isEmpty ? checkPassword('') : undefined });
}

/** A new password with its code. */
export function resetErrors(draft: AuthDraft, address: string | CodedError): AuthErrors {
  return compact({ address: errorIn(address), code: checkCodeForm(draft.code), ...newPasswordErrors(draft) });
}

/** A step of the registration: address and agreement, code, or all of it with the password. */
export function registerErrors(draft: AuthDraft, address: string | CodedError): AuthErrors {
  const agreement: CodedError | undefined = draft.isAgreed ? undefined : { code: 'AGREEMENT_REQUIRED' };
  const first = compact({ address: errorIn(address), agreement });
  if (draft.step === 0) return first;
  const code = checkCodeForm(draft.code);
  if (draft.step === 1) return compact({ ...first, code });
  return compact({ ...first, code, ...newPasswordErrors(draft) });
}

/** The step of a registration that has a field. */
export function stepOfField(field: AuthField): AuthDraft['step'] | undefined {
  if (field === 'address' || field === 'agreement' || field === 'invitationCode' || field === 'country') return 0;
  if (field === 'code') return 1;
  return field === 'password' || field === 'passwordRepeat' ? 2 : undefined;
}

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, AuthField>>> = {
  EMAIL_INVALID: 'address',
  PHONE_INVALID: 'address',
  ACCOUNT_REQUIRED: 'address',
  ACCOUNT_EXISTS: 'address',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_COMMON: 'password',
  PASSWORD_MISMATCH: 'passwordRepeat',
  INVITATION_CODE_INVALID: 'invitationCode',
  COUNTRY_REQUIRED: 'country',
  COUNTRY_NOT_SERVED: 'country',
  SECOND_FACTOR_WRONG: 'secondFactor',
  SECOND_FACTOR_WAIT: 'secondFactor',
};

/** The field of a server error. */
export function fieldOfCode(code: ErrorCode): AuthField {
  return FIELD_OF_CODE[code] ?? 'form';
}

function newPasswordErrors({ password, passwordRepeat }: AuthDraft): AuthErrors {
  const error = checkAppPassword(password, passwordRepeat);
  if (error === undefined) return {};
  if (error.code !== 'PASSWORD_MISMATCH') return { password: error };
  return { passwordRepeat: passwordRepeat === '' ? { code: 'PASSWORD_REPEAT_REQUIRED' } : error };
}

function errorIn(address: string | CodedError): CodedError | undefined {
  return isCodedError(address) ? address : undefined;
}

function compact(errors: Readonly<Partial<Record<AuthField, CodedError | undefined>>>): AuthErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined)) as AuthErrors;
}

const PROBE_KEY = 'room';
/** At least the size of a session with its user. */
const PROBE_LENGTH = 2048;

/** Warns after login when the device has no room: a reload will end the session. */
export function warnSessionNotPersisted(): void {
  const isPersisted = writeText(PROBE_KEY, 'x'.repeat(PROBE_LENGTH));
  removeKey(PROBE_KEY);
  if (!isPersisted) showToast({ kind: 'error', text: i18n.t('login.notKept', { ns: 'auth' }) });
}

/** Shows a new user the first steps on home. */
export function markNew(dispatch: AppDispatch, getState: () => RootState): void {
  const owner = ownerKeyOf(selectUser(getState())?.id);
  dispatch(ownChosen({ owner, own: { firstSteps: 'open' } }));
}
