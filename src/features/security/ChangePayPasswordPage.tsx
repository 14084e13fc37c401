import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '@halyard/contract/errors';
import { checkFundPassword, FUND_PASSWORD_TRIES, newFundPasswordFaults } from '@halyard/contract/security/rules';
import { StepUpFields } from '../../domain/security/OwnCodeField.tsx';
import { useHasFundPasswordQuery, useSetFundPasswordMutation } from '../../domain/security/securityApi.ts';
import {
  endOwnCodeWait,
  NO_STEP_UP,
  stepUpFaults,
  stepUpFieldOf,
  useHoldText,
  useStepUp,
} from '../../domain/security/useStepUp.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBackIfHere } from '../../shared/navigation/useIsHere.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { FormLoading } from '../../shared/ui/FormLoading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Security.module.css';
import { useWait } from './useWait.ts';

const EMPTY = { current: '', password: '', repeat: '', ...NO_STEP_UP };

const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, Field>>> = {
  FUND_PASSWORD_WRONG: 'current',
  FUND_PASSWORD_WAIT: 'current',
  FUND_PASSWORD_REQUIRED: 'current',
  FUND_PASSWORD_FORMAT: 'password',
  PASSWORD_MISMATCH: 'repeat',
};

/** The fund password: set for the first time, or changed; then back to the page that required it. */
export function ChangePayPasswordPage() {
  const { t } = useTranslation('security');
  const back = useBackIfHere();
  const { data: isSet, error, refetch } = useHasFundPasswordQuery();
  return (
    <Page header={<NavBar title={t(isSet === true ? 'fund.changeTitle' : 'fund.setTitle')} />}>
      {isSet !== undefined && <FundPasswordForm isChange={isSet} onDone={back} />}
      {isSet === undefined && error === undefined && <FormLoading />}
      {isSet === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
    </Page>
  );
}

function FundPasswordForm({ isChange, onDone }: { isChange: boolean; onDone: () => void }) {
  const { t } = useTranslation('security');
  const holdText = useHoldText('all');
  const form = useFundPassword(isChange, () => {
    showToast({ kind: 'success', text: noticeText('FUND_PASSWORD_SET') });
    onDone();
  });
  const current = form.field('current');
  const password = form.field('password');
  const repeat = form.field('repeat');
  return (
    <form {...form.element} className={styles['stack']}>
      <p className={styles['note']}>{t('fund.explain')}</p>
      {holdText !== undefined && <Banner kind="warning" text={holdText} />}
      {isChange && (
        <div className={styles['forgettable']}>
          <PinField
            label={t('fund.current')}
            hint={current.error === undefined ? t('fund.tries', { count: FUND_PASSWORD_TRIES }) : undefined}
            {...current}
            error={current.error === errorText('FUND_PASSWORD_REQUIRED') ? t('fund.currentRequired') : current.error}
          />
          <ButtonLink kind="quiet" size="small" to={paths.fundReset()}>
            {t('reset.link')}
          </ButtonLink>
        </div>
      )}
      <PinField
        label={t('fund.new')}
        {...password}
        error={isChange && isMissing(password) ? t('fund.newRequired') : password.error}
      />
      <PinField
        label={t('fund.repeat')}
        {...repeat}
        error={isMissing(repeat) ? t('fund.repeatRequired') : repeat.error}
      />
      {form.needsStepUp && <StepUpFields password={form.field('loginPassword')} code={form.field('code')} />}
      <MoneyButton
        isSending={form.isSending}
        blockedReason={form.wait}
        error={form.isOpen ? t('fund.open') : form.texts.form}
      >
        {t(isChange ? 'fund.change' : 'fund.set')}
      </MoneyButton>
    </form>
  );
}

/** Whether a field was refused because it is empty: its message then names the field. */
function isMissing({ value, error }: { value: string; error: string | undefined }): boolean {
  return error !== undefined && value === '';
}

/**
 * State of the fund password form: the first one after a step-up, or a change of the existing one. Nothing is
 * persisted.
 */
type Field = keyof typeof EMPTY;

function useFundPassword(isChange: boolean, onDone: () => void) {
  const [send] = useSetFundPasswordMutation();
  const wait = useWait();
  const stepUp = useStepUp();
  const needsStepUp = !isChange && stepUp.isWanted;
  const form = useForm({
    initial: EMPTY,
    check: (typed) => ({ ...faultsOf(typed, isChange), ...(needsStepUp && stepUpFaults(typed)) }),
    fieldOf: ({ code }) => FIELD_OF_CODE[code] ?? stepUpFieldOf(code),
    send: ({ current, password, repeat, loginPassword, code }) =>
      send({
        password,
        passwordRepeat: repeat,
        ...(isChange && { oldPassword: current }),
        ...(needsStepUp && { loginPassword, code }),
      }),
    secret: isChange ? 'current' : 'loginPassword',
    onRefused: (error) => {
      if (stepUpFieldOf(error.code) !== undefined) stepUp.ask();
      return wait.begin(error);
    },
    onDone: () => {
      if (needsStepUp) endOwnCodeWait();
      onDone();
    },
  });
  return { ...form, needsStepUp, wait: wait.text } as const;
}

function faultsOf({ current, password, repeat }: typeof EMPTY, isChange: boolean): Faults<Field> {
  const faults = newFundPasswordFaults(password, repeat);
  if (!isChange) return faults;
  // Beside the current one, "enter fund password" would name either field.
  const isEmpty = faults.password?.code === 'FUND_PASSWORD_REQUIRED';
  return {
    ...faults,
    current: checkFundPassword(current),
    ...(isEmpty && { password: { code: 'FUND_PASSWORD_FORMAT' } }),
  };
}
