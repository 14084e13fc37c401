import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Deposit } from '@halyard/contract/deposits/calls';
import type { DepositId } from '@halyard/contract/ids';
import { useGetDepositQuery } from '../../domain/deposits/depositsApi.ts';
import { usePrivatePicture } from '../../domain/uploads/usePrivatePicture.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { REVIEW_BADGES, StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { Timeline, type TimelineStep } from '../../shared/ui/Timeline.tsx';
import { TransactionRow } from '../../shared/ui/TransactionRow.tsx';
import styles from './Deposit.module.css';
import { DepositMissing, StatusLoading, useIsTest, useShownAddress } from './DepositParts.tsx';

/** Status of a deposit, live. */
export function DepositStatus({ id }: { id: DepositId }) {
  const query = useGetDepositQuery(id);
  const { data: deposit, error, refetch } = query;
  const asOfMs = useAsOf(query, true);
  if (deposit === undefined) {
    if (error === undefined) return <StatusLoading />;
    return <ErrorState error={error} onRetry={refetch} />;
  }
  if (deposit === null) return <DepositMissing />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <DepositDetails deposit={deposit} />
    </>
  );
}

function RejectedHint() {
  const { t } = useTranslation('deposit');
  const [before, support, after] = t('status.rejectedHint').split(/<\/?support>/);
  return (
    <p className={styles['note']}>
      {before}
      <Link to={paths.helpChat()} className={styles['link']}>
        {support}
      </Link>
      {after}
    </p>
  );
}

function DepositDetails({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const isTest = useIsTest(deposit);
  const shownAddress = useShownAddress(deposit.address ?? '', isTest === true);
  const { id, channelId, channel, chain, address, amount, status, proof } = deposit;
  const unit = deposit.settlement ?? channel;
  const isRejected = status === 'rejected';
  const records = (
    <ButtonLink kind="ghost" to={paths.assetsRecord({ tab: 'deposits' })}>
      {t('status.toRecords')}
    </ButtonLink>
  );
  return (
    <div className={styles['stack']}>
      <div data-side="start">
        <div className={styles['head']}>
          <span className={styles['sum']}>
            <Num kind="amount" value={amount} unit={unit} />
          </span>
          <StatusBadge status={REVIEW_BADGES[status]} />
        </div>
        <DepositProgress deposit={deposit} />
        {isRejected && (
          <>
            <RejectedHint />
            <SentPicture path={proof} />
          </>
        )}
      </div>
      <div data-side="end">
        <KeyValue
          items={[
            { label: t('charge.way'), value: chain == null ? t('bank') : `${channel} · ${chain}` },
            ...(deposit.payer == null || deposit.payer === ''
              ? []
              : [{ label: t('status.payer'), value: deposit.payer }]),
          ]}
        />
        <div>
          {isTest !== undefined && address != null && address !== '' && (
            <CopyRow label={t('address', { coin: channel })} value={shownAddress} variant="whole" />
          )}
          <Payment deposit={deposit} />
          <CopyRow label={t('status.number')} value={String(id)} />
        </div>
        {!isRejected && records}
      </div>
      {isRejected && (
        <>
          <FormEnd>
            <ButtonLink to={paths.depositCharge({ channel: channelId, chain: chain ?? undefined })}>
              {t('status.again')}
            </ButtonLink>
          </FormEnd>
          {records}
        </>
      )}
    </div>
  );
}

/** Not a PDF. */
const PICTURE = /\.(?:jpe?g|png|webp)$/i;

/** The picture of the payment as it was sent; its place is reserved. */
function SentPicture({ path }: { path: string | null | undefined }) {
  const { t } = useTranslation('deposit');
  const shown = path != null && PICTURE.test(path) ? path : undefined;
  const { url, error } = usePrivatePicture(shown);
  if (shown === undefined || error !== undefined) return null;
  return (
    <div>
      <p className={styles['note']}>{t('status.proof')}</p>
      <div className={styles['proof']}>
        {url === undefined ? (
          <Skeleton shape="block" height={168} />
        ) : (
          <PhotoPreview label={t('status.proof')} file={url} />
        )}
      </div>
    </div>
  );
}

function Payment({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const isTest = useIsTest(deposit);
  const { chain, paymentId, sentPaymentId, explorerUrl } = deposit;
  const shown = paymentId ?? sentPaymentId;
  if (shown === undefined) return null;
  return (
    <TransactionRow
      label={t(chain == null ? 'status.bankPayment' : 'status.transaction')}
      id={shown}
      explorerUrl={explorerUrl}
      isTest={isTest === true && chain != null}
    />
  );
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
      title: t(isPassed ? 'status.reviewed' : 'status.pending'),
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
