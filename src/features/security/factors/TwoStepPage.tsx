import { Download, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorReset, Factors, NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import {
  useCancelFactorResetMutation,
  useConfirmTotpMutation,
  useListFactorsQuery,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useStartTotpMutation,
} from '../../../domain/security/factorsApi.ts';
import { useRevokeSessionsMutation } from '../../../domain/security/securityApi.ts';
import { useHasSecondFactor } from '../../../domain/security/useSafeguards.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useForm } from '../../../shared/forms/useForm.ts';
import { appErrorText, errorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { CodeField } from '../../../shared/ui/CodeField.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { CopyButton, CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { QrCode } from '../../../shared/ui/QrCode.tsx';
import { Steps } from '../../../shared/ui/Steps.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { useWait } from '../useWait.ts';
import styles from './Factors.module.css';

/** Two-step login: its state, setup with an authenticator app, and removal. */
export function TwoStepPage() {
  const { t } = useTranslation('factors');
  const { data: factors, error, refetch } = useListFactorsQuery();
  // The codes are shown once, until the user confirms having saved them.
  const [codes, setCodes] = useState<NewRecoveryCodes>();
  return (
    <Page header={<NavBar title={t(codes === undefined ? 'title' : 'codes.title')} />}>
      {codes !== undefined && <RecoveryCodes {...codes} onDone={() => setCodes(undefined)} />}
      {codes === undefined && factors !== undefined && <State factors={factors} onCodes={setCodes} />}
      {factors === undefined && error === undefined && (
        <Loading>
          <Skeleton height={160} />
        </Loading>
      )}
      {factors === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
    </Page>
  );
}

type StateProps = { factors: Factors; onCodes: (codes: NewRecoveryCodes) => void };

function State({ factors, onCodes }: StateProps) {
  const app = factors.factors.find(({ kind }) => kind === 'totp');
  return (
    <div className={styles['stack']}>
      {factors.reset !== null && <PendingReset reset={factors.reset} />}
      {app === undefined ? (
        <FactorOff onCodes={onCodes} />
      ) : (
        <FactorOn since={app.addedAt} codesLeft={factors.recoveryCodesLeft} onCodes={onCodes} />
      )}
    </div>
  );
}

function FactorOff({ onCodes }: Pick<StateProps, 'onCodes'>) {
  const { t } = useTranslation('factors');
  const [start, { isLoading, error }] = useStartTotpMutation();
  const [started, setStarted] = useState<StartedTotp>();
  const hasFactor = useHasSecondFactor();
  if (started !== undefined) return <SetUpApp {...started} onDone={onCodes} />;
  const press = async () => {
    const { data } = await start();
    if (data !== undefined) setStarted(data);
  };
  return (
    <>
      {/* Without an app, the second factor is a passkey. */}
      {hasFactor !== undefined && (
        <p className={styles['state']} data-on={hasFactor || undefined}>
          {hasFactor ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
          {t(hasFactor ? 'off.byPasskey' : 'off.state')}
        </p>
      )}
      <p className={styles['note']}>{t('off.explain')}</p>
      <SetUpSteps current={0} />
      <p className={styles['note']}>{t('off.apps')}</p>
      <MoneyButton
        isSending={isLoading}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        onPress={() => void press()}
      >
        {t('off.action')}
      </MoneyButton>
    </>
  );
}

function SetUpSteps({ current }: { current: number }) {
  const { t } = useTranslation('factors');
  const steps = [t('setUp.steps.app'), t('setUp.steps.code'), t('codes.title')];
  return <Steps label={t('off.action')} steps={steps} current={current} />;
}

/** A pending factor reset: requested by the owner, or by a thief whom the owner can stop here. */
function PendingReset({ reset }: { reset: FactorReset }) {
  const { t } = useTranslation('factors');
  const { moment } = useFormat();
  const [cancel, { isLoading, error }] = useCancelFactorResetMutation();
  const press = async () => {
    const { data } = await cancel();
    if (data !== undefined) showToast({ kind: 'success', text: noticeText('FACTOR_RESET_CANCELLED') });
  };
  return (
    <section className={styles['reset']}>
      <p>
        {reset.effectiveAt === null
          ? t('reset.pending')
          : t('reset.approved', { date: moment(Date.parse(reset.effectiveAt), 'dateMinute') })}
      </p>
      <MoneyButton
        isSending={isLoading}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        onPress={() => void press()}
      >
        {t('reset.cancel')}
      </MoneyButton>
    </section>
  );
}

type SetUpAppProps = Pick<StartedTotp, 'secret' | 'uri'> & { onDone: (codes: NewRecoveryCodes) => void };

/** The authenticator app's key as QR code and text, and its first code. */
function SetUpApp({ secret, uri, onDone }: SetUpAppProps) {
  const { t } = useTranslation('factors');
  const [confirm] = useConfirmTotpMutation();
  const wait = useWait();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code === '' ? ({ code: 'CODE_REQUIRED' } as const) : undefined }),
    fieldOf: ({ code }) => (code === 'SECOND_FACTOR_WRONG' || code === 'CODE_REQUIRED' ? 'code' : undefined),
    send: (typed) => confirm(typed),
    secret: 'code',
    onRefused: wait.begin,
    onDone,
  });
  const { value, onValueChange, error } = form.field('code');
  return (
    <form {...form.element} className={styles['stack']}>
      <SetUpSteps current={1} />
      <p className={styles['note']}>{t('setUp.scan')}</p>
      <div className={styles['qr']}>
        <QrCode value={uri} label={t('setUp.qr')} />
      </div>
      <CopyRow label={t('setUp.key')} value={secret} variant="whole" />
      <CodeField label={t('setUp.code')} name="totp" value={value} onValueChange={onValueChange} error={error} />
      <MoneyButton isSending={form.isSending} blockedReason={wait.text} error={form.texts.form}>
        {t('setUp.action')}
      </MoneyButton>
    </form>
  );
}

type FactorOnProps = { since: string; codesLeft: number; onCodes: (codes: NewRecoveryCodes) => void };

/** An active authenticator app, and its actions. */
function FactorOn({ since, codesLeft, onCodes }: FactorOnProps) {
  const { t } = useTranslation('factors');
  const { moment } = useFormat();
  const [asked, setAsked] = useState<'renew' | 'remove'>();
  const [renew, renewal] = useRenewRecoveryCodesMutation();
  const [remove, removal] = useRemoveTotpMutation();
  const { error, isLoading } = asked === 'renew' ? renewal : removal;

  const confirm = async () => {
    if (asked === 'renew') {
      const { data } = await renew();
      if (data !== undefined) onCodes(data);
    } else {
      const { data } = await remove();
      if (data !== undefined) setAsked(undefined);
    }
  };
  return (
    <>
      <KeyValue
        items={[
          { label: t('on.app'), value: t('on.since', { date: moment(Date.parse(since), 'date') }) },
          { label: t('on.left'), value: String(codesLeft) },
        ]}
      />
      <Button kind="ghost" onClick={() => setAsked('renew')}>
        {t('on.renew')}
      </Button>
      <Button kind="danger" onClick={() => setAsked('remove')}>
        {t('on.remove')}
      </Button>
      <ConfirmSheet
        isOpen={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={t(asked === 'renew' ? 'on.renew' : 'on.removeAsk')}
        description={t(asked === 'renew' ? 'on.renewAsk' : 'on.removeExplain')}
        error={error === undefined ? undefined : appErrorText(error as AppError)}
        kind={asked === 'remove' ? 'danger' : 'primary'}
        confirmLabel={t(asked === 'renew' ? 'on.renew' : 'on.remove')}
        isConfirming={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  );
}

type RecoveryCodesProps = NewRecoveryCodes & { onDone: () => void };

/** The ten recovery codes, shown once until the user confirms having saved them. */
function RecoveryCodes({ recoveryCodes, otherSessions, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('factors');
  const [isConfirmed, setConfirmed] = useState(false);
  const text = recoveryCodes.join('\n');
  return (
    <div className={styles['stack']}>
      <p className={styles['note']}>{t('codes.explain')}</p>
      <ol className={styles['codes']}>
        {recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <CopyButton text={text} what={t('codes.title')} variant="words" />
        <Button kind="ghost" onClick={() => void save(text, t('codes.saved'))}>
          <Download aria-hidden />
          {t('codes.save')}
        </Button>
      </div>
      <Checkbox label={t('codes.kept')} isChecked={isConfirmed} onCheckedChange={setConfirmed} />
      <Button disabled={!isConfirmed} onClick={onDone}>
        {t('codes.done')}
      </Button>
      {otherSessions > 0 && <EndOthers count={otherSessions} />}
    </div>
  );
}

async function save(text: string, saved: string): Promise<void> {
  const { outcome } = await saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'halyard-recovery-codes.txt');
  if (outcome === 'failed') showToast({ kind: 'error', text: errorText('FILE_SAVE_FAILED') });
  // Closing the share sheet saves nothing.
  else if (outcome !== 'dismissed') showToast({ kind: 'success', text: saved });
}

/** After a change of factors: other sessions were opened without them. */
function EndOthers({ count }: { count: number }) {
  const { t } = useTranslation('factors');
  const [revoke, { isLoading, isSuccess }] = useRevokeSessionsMutation();
  if (isSuccess) return null;
  const press = async () => {
    const { error } = await revoke('others');
    if (error === undefined) showToast({ kind: 'success', text: noticeText('SESSIONS_ENDED') });
    else showToast({ kind: 'error', text: appErrorText(error as AppError) });
  };
  return (
    <Button kind="quiet" isLoading={isLoading} onClick={() => void press()}>
      {t('codes.others', { count })}
    </Button>
  );
}
