import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FundReset } from '@halyard/contract/security/calls';
import { newFundPasswordFaults } from '@halyard/contract/security/rules';
import {
  useAskFundResetMutation,
  useCancelFundResetMutation,
  useGetFundResetQuery,
} from '../../domain/security/fundResetApi.ts';
import { useHasSecondFactor } from '../../domain/security/useSafeguards.ts';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import styles from './Security.module.css';

/** Forgotten fund password: what happens and when, before anything is typed; then the reset's status. */
export function FundResetPage() {
  const { t } = useTranslation('security');
  const { data: reset, error, refetch } = useGetFundResetQuery();
  return (
    <Page header={<NavBar title={t('reset.title')} />}>
      {reset === undefined && error === undefined && <SidesLoading start={[160]} end={[68, 68]} />}
      {reset === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
      {reset !== undefined && <Reset reset={reset} />}
    </Page>
  );
}

function Reset({ reset }: { reset: FundReset }) {
  return reset.state === 'review' || reset.state === 'waiting' ? <Open reset={reset} /> : <Ask reset={reset} />;
}

const EMPTY = { password: '', repeat: '' };

function Ask({ reset: { state, hours, reason } }: { reset: FundReset }) {
  const { t } = useTranslation('security');
  const hasFactor = useHasSecondFactor();
  const eitherProof = joinSentences([t('reset.stepProof'), t('reset.stepReview')]);
  const [send] = useAskFundResetMutation();
  const form = useForm({
    initial: EMPTY,
    check: ({ password, repeat }) => newFundPasswordFaults(password, repeat),
    fieldOf: ({ code }) => (code === 'PASSWORD_MISMATCH' ? 'repeat' : FIELDS[code]),
    send: ({ password, repeat }) => send({ password, passwordRepeat: repeat }),
    secret: 'password',
    onDone: () => undefined,
  });
  return (
    <form {...form.element} className={styles['stack']}>
      <div data-side="start">
        {state === 'rejected' && (
          <p role="status" className={styles['warn']}>
            {t('reset.rejected', { reason: reasonText(reason ?? '—') })}
          </p>
        )}
        <ol className={styles['steps']}>
          <li>{t('reset.stepEnter')}</li>
          <li>{hasFactor === undefined ? eitherProof : t(hasFactor ? 'reset.stepFactor' : 'reset.stepOperator')}</li>
          <li>{hours === 0 ? t('reset.stepNow') : t('reset.stepWait', { count: hours })}</li>
        </ol>
        <p className={styles['note']}>{t('reset.stepNotices')}</p>
      </div>
      <div data-side="end">
        <PinField label={t('fund.new')} {...form.field('password')} />
        <PinField label={t('fund.repeat')} {...form.field('repeat')} />
      </div>
      <MoneyButton isSending={form.isSending} error={form.texts.form}>
        {t('reset.ask')}
      </MoneyButton>
    </form>
  );
}

const FIELDS: Readonly<Partial<Record<AppError['code'], 'password'>>> = {
  FUND_PASSWORD_FORMAT: 'password',
  FUND_PASSWORD_REQUIRED: 'password',
};

function Open({ reset: { state, worksAt, hours } }: { reset: FundReset }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [cancel, { isLoading, error }] = useCancelFundResetMutation();
  const [hasTried, setTried] = useState(false);
  const unreachable = useMoneyBlockedReason();
  const failure = isAppError(error) ? error : unreachable;
  return (
    <div className={styles['stack']}>
      <p role="status" className={styles['warn']}>
        {state === 'waiting' && worksAt !== null
          ? t('reset.waits', { time: format.moment(Date.parse(worksAt), 'dayMinute') })
          : t('reset.review', { count: hours })}
      </p>
      <p className={styles['note']}>{t('reset.before')}</p>
      <Button
        kind="ghost"
        isLoading={isLoading}
        onClick={() => {
          setTried(true);
          if (unreachable === undefined) void cancel();
        }}
      >
        {t('reset.cancel')}
      </Button>
      {hasTried && failure !== undefined && <p role="alert">{appErrorText(failure)}</p>}
    </div>
  );
}
