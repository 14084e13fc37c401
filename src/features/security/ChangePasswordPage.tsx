import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '@halyard/contract/errors';
import { checkAppPassword } from '@halyard/contract/user/rules';
import { NewPasswordField } from '../../domain/security/NewPasswordField.tsx';
import { useChangePasswordMutation } from '../../domain/security/securityApi.ts';
import { useHoldText } from '../../domain/security/useStepUp.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBackIfHere } from '../../shared/navigation/useIsHere.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import styles from './Security.module.css';
import { useWait } from './useWait.ts';

const EMPTY = { current: '', password: '', repeat: '' };

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  PASSWORD_WRONG: 'current',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_COMMON: 'password',
  PASSWORD_MISMATCH: 'repeat',
};

/** Changing the login password. Its effects on other devices and withdrawals are shown before confirmation. */
export function ChangePasswordPage() {
  const { t } = useTranslation('security');
  const back = useBackIfHere();
  const user = useAppSelector(selectUser);
  const address = user?.email ?? user?.phone ?? '';
  const holdText = useHoldText('all');
  const form = useChangePassword(() => {
    showToast({ kind: 'success', text: noticeText('LOGIN_PASSWORD_CHANGED') });
    back();
  });
  return (
    <Page header={<NavBar title={t('password.title')} />}>
      <form {...form.element} className={styles['stack']}>
        {/* Password managers need the account name. */}
        <input hidden readOnly autoComplete="username" value={address} />
        {holdText !== undefined && <Banner kind="warning" text={holdText} />}
        <div className={styles['forgettable']}>
          <PasswordField label={t('password.current')} name="current-password" {...form.field('current')} />
          <ButtonLink kind="quiet" size="small" to={paths.forgetPassword()}>
            {t('reset.link')}
          </ButtonLink>
        </div>
        <NewPasswordField label={t('password.new')} address={address} {...form.field('password')} />
        <PasswordField
          label={t('password.repeat')}
          name="new-password-repeat"
          autoComplete="new-password"
          {...form.field('repeat')}
        />
        <MoneyButton
          isSending={form.isSending}
          blockedReason={form.wait}
          error={form.isOpen ? t('password.open') : form.texts.form}
        >
          {t('password.action')}
        </MoneyButton>
      </form>
      <PasswordConfirm
        isOpen={form.isAsking}
        onOpenChange={form.setAsking}
        isConfirming={form.isSending}
        onConfirm={form.send}
      />
    </Page>
  );
}

type PasswordConfirmProps = Pick<
  ComponentProps<typeof ConfirmSheet>,
  'isOpen' | 'onOpenChange' | 'isConfirming' | 'onConfirm'
>;

/** Effects of the new password, above the button that changes it. */
function PasswordConfirm(props: PasswordConfirmProps) {
  const { t } = useTranslation('security');
  const { data: config, isLoading } = useGetAppConfigQuery();
  const blockedReason = useMoneyBlockedReason();
  const holdHours = config?.withdrawalHoldHours;
  const withdrawals = {
    label: t('password.withdrawals'),
    // A legacy server sends no duration; a possible wait is mentioned all the same.
    value: holdHours === undefined ? t('password.mayWait') : t('password.waitHours', { count: holdHours }),
  };
  return (
    <ConfirmSheet
      {...props}
      title={t('password.ask')}
      description={t('password.explain')}
      figures={[
        { label: t('password.thisDevice'), value: t('password.stays') },
        { label: t('password.otherDevices'), value: t('password.areLoggedOut') },
        ...(holdHours === 0 || isLoading ? [] : [withdrawals]),
      ]}
      error={blockedReason && errorText(blockedReason.code, blockedReason.params)}
      // Confirmation requires that the effect on withdrawals is visible.
      isDisabled={isLoading || blockedReason !== undefined}
      confirmLabel={t('password.action')}
    />
  );
}

/** State of the password form: validate, confirm with the effects shown, send. */
type Field = keyof typeof EMPTY;

function useChangePassword(onDone: () => void) {
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
