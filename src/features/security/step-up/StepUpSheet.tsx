import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '@halyard/contract/errors';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { checkCodeForm } from '@halyard/contract/user/rules';
import { OwnCodeField } from '../../../domain/security/OwnCodeField.tsx';
import type { DeviceAnswer } from '../../../domain/security/passkeyDevice.ts';
import { useGetStepUpQuery, useStepUpMutation } from '../../../domain/security/stepUpApi.ts';
import { useAskPasskey } from '../../../domain/security/passkeysApi.ts';
import { endOwnCodeWait } from '../../../domain/security/useStepUp.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { type Faults, useForm } from '../../../shared/forms/useForm.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { CodeField } from '../../../shared/ui/CodeField.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { PasswordField } from '../../../shared/ui/PasswordField.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { useWait } from '../useWait.ts';
import styles from './StepUpSheet.module.css';

const EMPTY = { loginPassword: '', code: '' };

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  PASSWORD_REQUIRED: 'loginPassword',
  PASSWORD_WRONG: 'loginPassword',
  CODE_REQUIRED: 'code',
  CODE_WRONG: 'code',
  SECOND_FACTOR_WRONG: 'code',
};

type StepUpSheetProps = { isOpen: boolean; onAnswer: (isSteppedUp: boolean) => void };

/** Step-up: asks the user to confirm their identity above the current page, which continues afterwards. */
export function StepUpSheet({ isOpen, onAnswer }: StepUpSheetProps) {
  const { t } = useTranslation('stepUp');
  const { data: stepUp, error, refetch } = useGetStepUpQuery(undefined, { refetchOnMountOrArgChange: true });
  const formId = useId();
  // Escape would also close the sheet below, with its input.
  const keepEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.nativeEvent.stopImmediatePropagation();
    event.stopPropagation();
    onAnswer(false);
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={() => onAnswer(false)}
      title={t('title')}
      description={t('explain')}
      footer={
        <>
          <Button kind="ghost" onClick={() => onAnswer(false)}>
            {t('later')}
          </Button>
          <Button type="submit" form={formId} disabled={stepUp === undefined}>
            {t('action')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']} role="presentation" onKeyDown={keepEscape}>
        {stepUp !== undefined && <StepUpForm id={formId} methods={stepUp.methods} onDone={() => onAnswer(true)} />}
        {stepUp === undefined && error === undefined && (
          <Loading>
            <div className={styles['stack']}>
              <Skeleton height={52} />
              <Skeleton height={52} />
            </div>
          </Loading>
        )}
        {stepUp === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
      </div>
    </Sheet>
  );
}

type StepUpFormProps = { id: string; methods: Parameters<typeof useStepUpForm>[0]; onDone: () => void };

function StepUpForm({ id, methods, onDone }: StepUpFormProps) {
  const { t } = useTranslation('stepUp');
  const user = useAppSelector(selectUser);
  const form = useStepUpForm(methods, onDone);
  const { second } = form;
  const askPasskey = useAskPasskey();
  const canUsePasskey = methods.includes('passkey') && askPasskey !== undefined;
  const password = useRef<HTMLInputElement>(null);
  // The form mounts after the sheet has looked for something to focus. With a passkey button no keyboard should open.
  useEffect(() => {
    if (!canUsePasskey) password.current?.focus();
  }, [canUsePasskey]);
  const submit = (event: SubmitEvent) => {
    // React bubbles a sheet's events to the form that opened it.
    event.stopPropagation();
    form.element.onSubmit(event);
  };
  const failure = form.wait ?? form.texts.form;
  return (
    <form {...form.element} id={id} className={styles['stack']} onSubmit={submit} aria-busy={form.isSending}>
      {/* Password managers need the account name. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? user?.phone ?? ''} />
      {canUsePasskey && <PasskeyButton onUse={form.usePasskey} ask={askPasskey} />}
      {second !== undefined && (
        <>
          <PasswordField label={t('password')} name="login-password" ref={password} {...form.field('loginPassword')} />
          <SecondField second={second} {...form.field('code')} />
          {form.typedMethods
            .filter((method) => method !== second)
            .map((method) => (
              <Button key={method} kind="quiet" size="small" onClick={() => form.choose(method)}>
                {t(`use.${method}`)}
              </Button>
            ))}
        </>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles['error']}>
          {failure}
        </p>
      )}
    </form>
  );
}

type PasskeyButtonProps = {
  ask: () => Promise<DeviceAnswer>;
  onUse: (ask: () => Promise<DeviceAnswer>) => Promise<void>;
};

function PasskeyButton({ ask, onUse }: PasskeyButtonProps) {
  const { t } = useTranslation('stepUp');
  return (
    <Button kind="ghost" onClick={() => void onUse(ask)}>
      {t('use.passkey')}
    </Button>
  );
}

type SecondFieldProps = {
  second: Second;
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
};

function SecondField({ second, ...field }: SecondFieldProps) {
  const { t } = useTranslation('stepUp');
  if (second === 'password_code') return <OwnCodeField {...field} />;
  if (second === 'recovery')
    return <TextField label={t('recovery')} name="recovery-code" autoComplete="off" {...field} />;
  return <CodeField {...field} label={t('totp')} name="totp" />;
}

/** The method typed beside the login password; with a passkey nothing is typed. */
type Second = Exclude<StepUpMethodName, 'passkey'>;

type Field = keyof typeof EMPTY;

function useStepUpForm(methods: readonly StepUpMethodName[], onDone: () => void) {
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
  /** Errors are shown below the form; cancelling shows none. */
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
