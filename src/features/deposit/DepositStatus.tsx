import { useTranslation } from 'react-i18next';
import type { Deposit } from '@halyard/contract/deposits/calls';
import type { DepositId } from '@halyard/contract/ids';
import { useGetDepositQuery } from '../../domain/deposits/depositsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { StatusBadge, type ReviewStatus } from '../../shared/ui/StatusBadge.tsx';
import { Timeline, type TimelineStep } from '../../shared/ui/Timeline.tsx';
import styles from './Deposit.module.css';
import { DepositLoading } from './DepositLoading.tsx';
import { useIsTest, useShownAddress } from './depositChecks.ts';

export const DEPOSIT_BADGES = {
  pending: 'underReview',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Deposit['status'], ReviewStatus>>;

/** Status of a deposit, live. */
export function DepositStatus({ id }: { id: DepositId }) {
  const { t } = useTranslation('deposit');
  const query = useGetDepositQuery(id);
  const { data: deposit, error, refetch } = query;
  const asOfMs = useAsOf(query, true);
  if (deposit === undefined) {
    if (error === undefined) return <DepositLoading />;
    return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
  }
  if (deposit === null) return <EmptyState text={t('status.missing')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <DepositDetails deposit={deposit} />
    </>
  );
}

function DepositDetails({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const isTest = useIsTest(deposit);
  const shownAddress = useShownAddress(deposit.address ?? '', isTest === true);
  const { id, channelId, channel, chain, address, amount, status } = deposit;
  const unit = deposit.settlement ?? channel;
  return (
    <div className={styles['stack']}>
      <div className={styles['head']}>
        <span className={styles['sum']}>
          <Num kind="amount" value={amount} unit={unit} />
        </span>
        <StatusBadge status={DEPOSIT_BADGES[status]} />
      </div>
      <DepositProgress deposit={deposit} />
      {isTest !== undefined && address != null && address !== '' && (
        <CopyRow label={t('address', { coin: channel })} value={shownAddress} look="whole" />
      )}
      <Payment deposit={deposit} />
      <KeyValue
        items={[
          { label: t('status.number'), value: String(id) },
          { label: t('charge.way'), value: chain == null ? t('bank') : `${channel} · ${chain}` },
          ...(deposit.payer == null || deposit.payer === ''
            ? []
            : [{ label: t('status.payer'), value: deposit.payer }]),
        ]}
      />
      {status === 'rejected' && (
        <ButtonLink to={paths.depositCharge({ channel: channelId, chain: chain ?? undefined })}>
          {t('status.again')}
        </ButtonLink>
      )}
      <ButtonLink kind="ghost" to={paths.assetsRecord({ tab: 'deposits' })}>
        {t('status.toRecords')}
      </ButtonLink>
    </div>
  );
}

function Payment({ deposit: { chain, paymentId, sentPaymentId } }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const shown = paymentId ?? sentPaymentId;
  if (shown === undefined) return null;
  return <CopyRow label={t(chain == null ? 'status.bankPayment' : 'status.transaction')} value={shown} />;
}

/** Steps of a deposit, with their times. */
export function DepositProgress({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  return <Timeline label={t('status.progress')} steps={useSteps(deposit)} />;
}

function useSteps(deposit: Deposit): TimelineStep[] {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { status, amount, settlement, channel, reviewedAt, rejectReason } = deposit;
  const declaredAtMs = Date.parse(deposit.at ?? deposit.createdAt);
  const reviewedAtMs = reviewedAt == null ? undefined : Date.parse(reviewedAt);
  const submitted: TimelineStep = { id: 'submitted', title: t('status.submitted'), state: 'done', atMs: declaredAtMs };
  if (status === 'rejected') {
    const detail = t('status.rejectedDetail', { reason: reasonText(rejectReason ?? '—') });
    return [submitted, { id: 'rejected', title: t('status.rejected'), state: 'failed', atMs: reviewedAtMs, detail }];
  }
  const isPassed = status === 'passed';
  const detail = t('status.passedDetail', { amount: format.money(amount, settlement ?? channel) });
  return [
    submitted,
    {
      id: 'pending',
      title: t('status.pending'),
      state: isPassed ? 'done' : 'current',
      ...(!isPassed && { detail: t('status.pendingDetail') }),
    },
    {
      id: 'passed',
      title: t('status.passed'),
      state: isPassed ? 'done' : 'next',
      atMs: reviewedAtMs,
      ...(isPassed && { detail }),
    },
  ];
}
