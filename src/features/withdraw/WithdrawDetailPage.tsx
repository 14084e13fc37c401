import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WithdrawalId } from '@halyard/contract/ids';
import type { Withdrawal } from '@halyard/contract/withdrawals/calls';
import { useIsSandbox } from '../../domain/sandbox/sandboxApi.ts';
import { isBankChannel } from '../../domain/wallet/baseCoins.ts';
import { useGetWithdrawalQuery, withdrawalCancellation } from '../../domain/withdrawals/withdrawalsApi.ts';
import { isStillOpen } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { Deadline } from '../../shared/ui/Deadline.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { REVIEW_BADGES, StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Timeline, type TimelineStep } from '../../shared/ui/Timeline.tsx';
import { TransactionRow } from '../../shared/ui/TransactionRow.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Withdraw.module.css';

const PLACES = 8;

/** One withdrawal, `?id=`: its status, expected arrival, and cancellation. */
export function WithdrawDetailPage() {
  const { t } = useTranslation('withdraw');
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const isId = /^\d{1,9}$/.test(id);
  return (
    <Page header={<NavBar title={t('detailTitle')} />}>
      {isId ? <Known id={Number.parseInt(id, 10) as WithdrawalId} /> : <Missing />}
    </Page>
  );
}

function Known({ id }: { id: WithdrawalId }) {
  const query = useGetWithdrawalQuery(id);
  const { data: withdrawal, error, refetch } = query;
  const asOfMs = useAsOf(query, true);
  if (withdrawal === undefined) {
    if (error === undefined) return <SidesLoading start={[40, 52, 52]} end={[60, 96, 44]} />;
    return <ErrorState error={error} onRetry={refetch} />;
  }
  if (withdrawal === null) return <Missing />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <WithdrawalStatus withdrawal={withdrawal} />
    </>
  );
}

function Missing() {
  const { t } = useTranslation('withdraw');
  return <EmptyState text={t('status.missing')} action={<ToRecords />} />;
}

function ToRecords() {
  const { t } = useTranslation('withdraw');
  return (
    <ButtonLink kind="ghost" to={paths.assetsRecord({ tab: 'withdrawals' })}>
      {t('status.toRecords')}
    </ButtonLink>
  );
}

/** Status of a withdrawal, live. */
function WithdrawalStatus({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const steps = useWithdrawalSteps(withdrawal);
  const { id, channelId, status, amount, address, chain, paymentId, explorerUrl, deadlineAt } = withdrawal;
  const isSandbox = useIsSandbox();
  const isTest = withdrawal.isTest ?? isSandbox;
  const unit = withdrawal.settlement ?? withdrawal.channel;
  const isToAddress = address !== null && address !== '' && address !== '--';
  return (
    <div className={styles['stack']}>
      <div data-side="start">
        <div className={styles['head']}>
          <span className={styles['sum']}>
            <Num kind="amount" value={amount} places={PLACES} unit={unit} />
          </span>
          <StatusBadge status={REVIEW_BADGES[status]} />
        </div>
        {status === 'pending' && deadlineAt !== undefined && <Deadline atMs={Date.parse(deadlineAt)} />}
        <Timeline label={t('status.progress')} steps={steps} />
      </div>
      <div data-side="end">
        <KeyValue items={useFacts(withdrawal, unit)} />
        <div>
          {isToAddress && <CopyRow label={t('status.address')} value={address} variant="whole" />}
          {paymentId != null && (
            <TransactionRow
              label={t(chain == null ? 'status.bankPayment' : 'status.transaction')}
              id={paymentId}
              explorerUrl={explorerUrl}
              isTest={isTest && chain != null}
            />
          )}
          <CopyRow label={t('status.number')} value={String(id)} />
        </div>
        {status === 'pending' && <CancelWithdrawal withdrawal={withdrawal} unit={unit} />}
        {status === 'cancelled' && (
          <ButtonLink to={isBankChannel(channelId) ? paths.withdrawToBank() : paths.withdraw({ channel: channelId })}>
            {t('status.again')}
          </ButtonLink>
        )}
        <ToRecords />
      </div>
    </div>
  );
}

function useFacts(withdrawal: Withdrawal, unit: string) {
  const { t } = useTranslation('withdraw');
  const { channel, chain, bankName, accountNumber, fee, receipt, remark, status } = withdrawal;
  const way = chain == null ? [bankName, accountNumber].filter(Boolean).join(' · ') : `${channel} · ${chain}`;
  return [
    { label: t('status.way'), value: way === '' ? t('bank') : way },
    // Nothing was sent: no fee was taken.
    ...(status === 'rejected' || status === 'cancelled'
      ? []
      : [
          { label: t('fee'), value: <Num kind="amount" value={fee} places={PLACES} unit={unit} /> },
          {
            label: t('receipt'),
            value: <Num kind="amount" value={receipt} places={PLACES} unit={payoutOf(withdrawal)} />,
          },
        ]),
    ...(remark === undefined || remark === '' ? [] : [{ label: t('status.remark'), value: remark }]),
  ];
}

/** Unit of the net amount: the bank pays out US dollars, at a fixed rate of one. */
function payoutOf({ channelId, settlement, channel }: Withdrawal): string {
  return isBankChannel(channelId) ? 'USD' : (settlement ?? channel);
}

/** Cancels a withdrawal under review. */
function CancelWithdrawal({ withdrawal, unit }: { withdrawal: Withdrawal; unit: string }) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, status, error, reset } = useMoneyMutation(withdrawalCancellation);
  const checking = useCheckingText(status);
  const unreachable = useMoneyBlockedReason();
  const failed = error && (isStillOpen(error) ? t('status.unknown') : appErrorText(error));
  const amount = format.money(withdrawal.amount, unit);

  async function cancel(): Promise<void> {
    const notify = () => showToast({ kind: 'success', text: t('status.cancelDone', { amount }) });
    if ((await answerOf(send({ id: withdrawal.id }), notify)) !== undefined) setAsking(false);
  }
  const ask = (isOpen: boolean) => {
    reset();
    setAsking(isOpen);
  };
  return (
    <>
      <MoneyButton kind="danger" isSending={false} onPress={() => ask(true)}>
        {t('status.cancel')}
      </MoneyButton>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={ask}
        title={t('status.cancelAsk')}
        description={t('status.cancelExplain', { amount })}
        confirmLabel={t('status.cancel')}
        kind="danger"
        cancelLabel={t('status.keep')}
        onConfirm={() => void cancel()}
        isConfirming={isSending}
        isDisabled={unreachable !== undefined}
        error={unreachable === undefined ? (checking ?? failed) : errorText(unreachable.code, unreachable.params)}
      />
    </>
  );
}

/** Past and next steps of a withdrawal, as a timeline. */
function useWithdrawalSteps(withdrawal: Withdrawal): readonly TimelineStep[] {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const { status, amount, receipt, settlement, channel, rejectReason, isTest } = withdrawal;
  const isSandbox = useIsSandbox();
  const inWords = (value: Withdrawal['amount'], unit = settlement ?? channel) =>
    `${format.amount(value, PLACES)} ${unit}`;
  const closedAtMs = withdrawal.closedAt == null ? undefined : Date.parse(withdrawal.closedAt);
  const asked: TimelineStep = {
    id: 'asked',
    title: t('status.asked'),
    state: 'done',
    atMs: Date.parse(withdrawal.at ?? withdrawal.createdAt),
  };
  switch (status) {
    case 'pending':
      return [
        asked,
        {
          id: 'review',
          title: t('status.review'),
          state: 'current',
          detail: t('status.reviewDetail', { amount: inWords(amount) }),
        },
        { id: 'passed', title: t('status.passed'), state: 'next' },
      ];
    case 'passed':
      return [
        asked,
        { id: 'review', title: t('status.reviewed'), state: 'done' },
        {
          id: 'passed',
          title: t('status.passed'),
          state: 'done',
          atMs: closedAtMs,
          detail:
            (isTest ?? isSandbox)
              ? t('status.passedTest', { amount: inWords(amount) })
              : t('status.passedDetail', { amount: inWords(receipt, payoutOf(withdrawal)) }),
        },
      ];
    case 'rejected':
      return [
        asked,
        {
          id: 'rejected',
          title: t('status.rejected'),
          state: 'failed',
          atMs: closedAtMs,
          detail: t('status.rejectedDetail', { reason: reasonText(rejectReason ?? '—') }),
        },
      ];
    case 'cancelled':
      return [
        asked,
        {
          id: 'cancelled',
          title: t('status.cancelled'),
          state: 'undone',
          atMs: closedAtMs,
          detail: t('status.cancelledDetail'),
        },
      ];
  }
}
