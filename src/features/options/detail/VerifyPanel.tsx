import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from '@halyard/contract/options/calls';
import { getSharedReceipt, type OptionReceipt } from '@halyard/contract/transparency/calls';
import { useGetReceiptQuery } from '../../../domain/options/fairnessApi.ts';
import { useListNewestTicksQuery } from '../../../domain/options/optionsApi.ts';
import { candleEndpoints } from '../../../domain/markets/candlesApi.ts';
import { FoldedChecks } from '../../../domain/transparency/CheckLines.tsx';
import { verifyOption, type PublicRecords } from '../../../domain/options/verifyOption.ts';
import { env } from '../../../shared/config/env.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Detail.module.css';

/** Recomputes the result on this device from the receipt and public records. */
export function VerifyPanel({ option }: { option: Option }) {
  const { id, termsHash, symbol } = option;
  const receipt = useGetReceiptQuery({ id, termsHash });
  const ticks = useListNewestTicksQuery(symbol, { refetchOnMountOrArgChange: true });
  const candles = candleEndpoints.listCandles.useQuery(minutesOf(option));
  if (receipt.currentData === undefined && receipt.error !== undefined) {
    return <ErrorState what={appErrorText(receipt.error as AppError)} onRetry={() => void receipt.refetch()} />;
  }
  // Without public records the other steps still run.
  if (receipt.currentData === undefined || ticks.isLoading || candles.isLoading) {
    return (
      <Loading>
        <Skeleton shape="block" height={200} />
      </Loading>
    );
  }
  return (
    <Checks
      option={option}
      receipt={receipt.currentData}
      records={{ ticks: ticks.currentData ?? [], candles: candles.currentData ?? [] }}
    />
  );
}

type ChecksProps = { option: Option; receipt: OptionReceipt; records: PublicRecords };

function Checks({ option, receipt, records }: ChecksProps) {
  const { t } = useTranslation('options');
  const section = useRef<HTMLElement>(null);
  // It opens below the content being read. Some browsers return a promise, which React would take for a clean-up.
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const checks = verifyOption(option, receipt, records);
  const isWrong = checks.some(({ verdict }) => verdict === 'failed');
  return (
    <section ref={section} aria-label={t('verify.title')} className={styles['verify']}>
      <h3 className={styles['heading']}>{t('verify.title')}</h3>
      <FoldedChecks
        isRight={!isWrong}
        verdict={t(isWrong ? 'verify.wrong' : 'verify.right')}
        checks={checks.map(({ step, verdict }) => ({ text: t(`verify.step.${step}`), verdict }))}
      />
      <CopyRow label={t('terms.hash')} value={receipt.termsHash} />
      {receipt.key !== undefined && <CopyRow label={t('verify.link')} value={addressOf(receipt)} />}
    </section>
  );
}

/** Public URL of the receipt. */
function addressOf({ id, key = '' }: OptionReceipt): string {
  const query = new URLSearchParams({ id: String(id), key });
  return new URL(`${env.apiBase}/${getSharedReceipt.path}?${query.toString()}`, window.location.origin).href;
}

const MINUTE_SECONDS = 60;

/** The minutes from the purchase to the last moment at which a price counts. */
function minutesOf({ symbol, openTick, dueAt }: Option) {
  const minute = (at: string) => Math.floor(Date.parse(at) / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
  return {
    symbol,
    period: '1min',
    fromSeconds: minute(openTick.at),
    toSeconds: minute(dueAt) + MINUTE_SECONDS,
  } as const;
}
