import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CODE_LENGTH } from '@halyard/contract/user/rules';
import * as z from 'zod/mini';
import { useGetPublishedLimitsQuery } from '../../domain/limits/publishedLimitsApi.ts';
import { useLogInMutation, useRegisterUserMutation } from '../../domain/session/sessionApi.ts';
import { isAppError } from '../../shared/api/appError.ts';
import { useCountries } from '../../shared/format/useCountries.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Checkbox } from '../../shared/ui/Checkbox.tsx';
import { SelectField } from '../../shared/ui/SelectField.tsx';
import { Steps } from '../../shared/ui/Steps.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { AddressCodeField, useNormalAddress, useSendCode, NewPasswordFields } from './NewPasswordFields.tsx';
import { AddressField, AuthPage, Brand } from './AuthPage.tsx';
import styles from './Auth.module.css';
import { currentAuthDraft, forgetAuthDraft, useAuthDraft } from './authDraft.ts';
import {
  fieldOfCode,
  markNew,
  registerErrors,
  stepOfField,
  useAuthForm,
  warnSessionNotPersisted,
  type AuthForm,
} from './useAuthForm.ts';

/** Registration in three steps: address and agreement, code, password. Logs in and continues to `backpage`. */
export function RegisterPage() {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  useInvitationFromLink(search);
  const form = useRegistration(search);
  const { step } = draft;

  return (
    <AuthPage
      title={t('register.title')}
      head={
        <>
          <Brand isLow />
          <RegisterSteps step={step} />
        </>
      }
      form={form}
      action={t(step === 2 ? 'register.action' : 'register.next')}
      onBack={step === 0 ? undefined : () => change({ step: step === 2 ? 1 : 0 })}
      footer={step === 0 && <Link to={paths.login(backQueryOf(search))}>{t('register.toLogin')}</Link>}
    >
      <div key={step} ref={focusFirst} className={styles['step']}>
        {step === 0 && <ContactStep form={form} />}
        {step === 1 && <CodeStep form={form} />}
        {step === 2 && <PasswordStep form={form} />}
      </div>
    </AuthPage>
  );
}

/** Each step is a page of its own for the keyboard: it starts at its first field. */
function focusFirst(step: HTMLElement | null): void {
  step?.querySelector<HTMLElement>('input:not([type="radio"], [hidden])')?.focus();
}

/** Each step checks its fields; the first sends the code, the last registers. */
function useRegistration(search: string): AuthForm {
  const { t } = useTranslation('auth');
  const { change } = useAuthDraft();
  const isHere = useIsHere();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [registerUser] = useRegisterUserMutation();
  const [logIn] = useLogInMutation();
  const { secondsLeft, send: sendCode } = useSendCode('register', useNormalAddress());
  return useAuthForm({
    check: registerErrors,
    send: async ({ step, kind, callingCode, code, password, passwordRepeat, invitationCode, country }, address) => {
      if (step === 0) {
        const failure = secondsLeft > 0 ? undefined : await sendCode();
        // A code that was sent a moment ago is still good.
        if (failure !== undefined && failure.error.code !== 'RATE_LIMITED') return { error: failure.error };
        change({ step: 1 });
        return undefined;
      }
      if (step === 1) {
        change({ step: 2 });
        return undefined;
      }
      const invitation = invitationCode.trim() === '' ? {} : { invitationCode: invitationCode.trim() };
      const user = { kind, callingCode, address, password };
      const declared = country === '' ? {} : { country };
      const registered = await registerUser({ ...user, code, passwordRepeat, ...invitation, ...declared });
      const { error } = registered;
      if (error !== undefined) {
        // The refusal is shown at its field.
        const wrong = isAppError(error) ? stepOfField(fieldOfCode(error.code)) : undefined;
        if (wrong !== undefined) change({ step: wrong });
        return registered;
      }
      forgetInvitation();
      const entered = await logIn(user);
      if (entered.error === undefined) return entered;
      // The code is used up, so only the login can be repeated.
      showToast({ kind: 'success', text: t('register.registered') });
      change({ step: 0, code: '', passwordRepeat: '', isNew: true });
      if (isHere.current) void navigate(paths.login(backQueryOf(search)), { replace: true });
      return undefined;
    },
    onDone: () => {
      dispatch(markNew);
      forgetAuthDraft();
      warnSessionNotPersisted();
      void navigate(pathAfterLogin(search), { replace: true });
    },
  });
}

type StepProps = { form: AuthForm };

function ContactStep({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  return (
    <>
      <AddressField form={form} />
      <Invitation form={form} />
      <CountryField form={form} />
      <Checkbox
        label={t('register.agree')}
        isChecked={draft.isAgreed}
        onCheckedChange={(isAgreed) => change({ isAgreed })}
        error={form.texts.agreement}
      />
      <TermsLinks />
    </>
  );
}

/** Folded: few have a code, and who follows a link has it filled in. */
function Invitation({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { draft } = useAuthDraft();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && draft.invitationCode === '' && form.texts.invitationCode === undefined) {
    return (
      <div className={styles['fold']}>
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          {t('register.invitation')}
        </Button>
      </div>
    );
  }
  return (
    <TextField
      label={t('register.invitation')}
      name="invitation"
      autoComplete="off"
      autoCapitalize="none"
      {...form.field('invitationCode')}
    />
  );
}

function CodeStep({ form }: StepProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { kind, email, phone, callingCode, code } = draft;
  const [typedBefore] = useState(code);
  useEffect(() => {
    if (code.length === CODE_LENGTH && code !== typedBefore) change({ step: 2 });
  }, [code, typedBefore, change]);
  return (
    <>
      <p className={styles['note']}>
        {t('register.sentTo', { address: kind === 'email' ? email.trim() : `+${callingCode} ${phone.trim()}` })}
      </p>
      <AddressCodeField purpose="register" form={form} isSent />
    </>
  );
}

function PasswordStep({ form }: StepProps) {
  const { kind, email, phone } = currentAuthDraft();
  return (
    <>
      {/* For password managers. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={kind === 'email' ? email : phone}
        readOnly
        hidden
      />
      <NewPasswordFields form={form} isShownFirst />
    </>
  );
}

/** Asked for only where registration is off in some country. */
function CountryField({ form }: { form: AuthForm }) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const countries = useCountries();
  const { data: limits } = useGetPublishedLimitsQuery();
  if (limits?.countries.some(({ isRegistrationOff }) => isRegistrationOff) !== true) return null;
  return (
    <SelectField
      label={t('register.country')}
      options={countries.map(({ code, name, keywords }) => ({ value: code, label: name, keywords }))}
      value={draft.country}
      onValueChange={(country) => change({ country })}
      error={form.texts.country}
    />
  );
}

/** Links to the agreements; the form is preserved on return. */
function TermsLinks() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles['terms']}>
      <Link to={paths.userAgreement()}>{t('titles.userAgreement')}</Link>
      <Link to={paths.privacy()}>{t('titles.privacy')}</Link>
    </div>
  );
}

/** Stores the invitation code of a link (`?code=`) for later; an already typed code stays. */
function useInvitationFromLink(search: string): void {
  const { change } = useAuthDraft();
  useEffect(() => {
    const linked = new URLSearchParams(search).get('code')?.slice(0, 32);
    if (linked !== undefined) saveInvitation(linked);
    const code = linked ?? savedInvitation();
    if (code !== undefined && currentAuthDraft().invitationCode === '') change({ invitationCode: code });
  }, [search, change]);
}

function RegisterSteps({ step }: { step: number }) {
  const { t } = useTranslation('auth');
  const steps = [t('register.steps.address'), t('register.steps.code'), t('register.steps.password')];
  return <Steps label={t('register.steps.label')} steps={steps} current={step} />;
}

// The invitation code from a link, persisted until registration: the user may leave, return, or install the app in
// between.

const KEY = 'invitation';
const codeSchema = z.string().check(z.regex(/^[\w-]{1,32}$/));

/** Persists the last link's code. */
function saveInvitation(code: string): void {
  if (z.safeParse(codeSchema, code).success) writeJson(KEY, code);
}

/** The persisted code; undefined when missing or invalid. */
export function savedInvitation(): string | undefined {
  return z.safeParse(codeSchema, readJson(KEY)).data;
}

/** Removes the used code. */
function forgetInvitation(): void {
  removeKey(KEY);
}
