import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountClosing } from '@halyard/contract/account/calls';
import {
  downloadEverything,
  useCloseAccountMutation,
  useGetAccountClosingQuery,
  useGetDataExportQuery,
  useKeepAccountMutation,
  useRequestDataExportMutation,
} from '../../domain/account/accountEndApi.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { formatBytes } from '../../shared/format/bytes.ts';
import { formatDuration } from '../../shared/format/relativeTime.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import styles from './Account.module.css';

/** Everything about the user as a file, and the end of the account. */
export function AccountDataPage() {
  const { t } = useTranslation('account');
  return (
    <Page header={<NavBar title={t('data.title')} />}>
      <div className={styles['data']}>
        <div data-side="start">
          <Everything />
        </div>
        <div data-side="end">
          <Closing />
        </div>
      </div>
    </Page>
  );
}

/** When a file is being made, its message updates the page. */
function Everything() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { data: file, isSuccess } = useGetDataExportQuery(isLoggedIn ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [request, { error, isLoading }] = useRequestDataExportMutation();
  const failed = error as AppError | undefined;
  const moment = (at: string) => format.moment(Date.parse(at), 'dateMinute');
  return (
    <section className={styles['part']}>
      <h2 className={styles['head']}>{t('data.export.title')}</h2>
      <p className={styles['note']}>{t('data.export.explain')}</p>
      {file?.status === 'pending' && (
        <p role="status">
          <Chip tone="accent" hasDot>
            {t('data.export.pending', { at: moment(file.requestedAt) })}
          </Chip>
        </p>
      )}
      {file?.status === 'ready' && file.expiresAt !== null && (
        <>
          <p role="status">
            {t('data.export.ready', { size: formatBytes(file.bytes ?? 0, format.locale), at: moment(file.expiresAt) })}
          </p>
          <SaveFile file={downloadEverything({})} />
        </>
      )}
      {isSuccess && file === null && (
        <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void request()}>
          {t('data.export.request')}
        </MoneyButton>
      )}
    </section>
  );
}

function Closing() {
  const { t } = useTranslation('account');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { data, error, refetch } = useGetAccountClosingQuery(isLoggedIn ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <section className={styles['part']}>
      <h2 className={styles['head']}>{t('data.close.title')}</h2>
      {data === undefined && error === undefined && (
        <Loading>
          <Skeleton height={160} />
        </Loading>
      )}
      {data === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && data.closesAt === null && <CloseAccount {...data} />}
      {data !== undefined && data.closesAt !== null && <KeepAccount closesAt={data.closesAt} />}
    </section>
  );
}

function CloseAccount({ obstacles, retentionYears }: AccountClosing) {
  const { t } = useTranslation('account');
  const [isAsking, setAsking] = useState(false);
  const [close, { error, isLoading }] = useCloseAccountMutation();
  const failed = error as AppError | undefined;
  const confirm = async () => {
    const outcome = await close();
    if (outcome.error === undefined) setAsking(false);
  };
  return (
    <>
      <p>{t('data.close.explain')}</p>
      <ul className={styles['list']}>
        <li>{t('data.close.erased')}</li>
        {retentionYears > 0 && <li>{t('data.close.kept', { count: retentionYears })}</li>}
        <li>{t('data.close.numbers')}</li>
        <li>{t('data.close.rebates')}</li>
      </ul>
      {obstacles.length > 0 && (
        <div className={styles['part']}>
          <p>{t('data.close.first')}</p>
          <ul className={styles['list']}>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{t(`data.obstacle.${obstacle}`)}</li>
            ))}
          </ul>
        </div>
      )}
      {obstacles.length === 0 && (
        <MoneyButton kind="danger" isSending={false} error={undefined} onPress={() => setAsking(true)}>
          {t('data.close.action')}
        </MoneyButton>
      )}
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('data.close.ask')}
        kind="danger"
        confirmLabel={t('data.close.action')}
        isConfirming={isLoading}
        error={failed && appErrorText(failed)}
        onConfirm={() => void confirm()}
      >
        <p>{t('data.close.explain')}</p>
      </ConfirmSheet>
    </>
  );
}

function KeepAccount({ closesAt }: { closesAt: string }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [keep, { error, isLoading }] = useKeepAccountMutation();
  const failed = error as AppError | undefined;
  const closesAtMs = Date.parse(closesAt);
  const left = useEachSecond((nowMs) => formatDuration(closesAtMs - serverTimeMs(nowMs), format.locale) ?? '');
  return (
    <>
      <Banner
        kind="warning"
        text={[
          t('data.close.until', { at: format.moment(closesAtMs, 'dateMinute') }),
          left === '' ? t('deadline.soon', { ns: 'forms' }) : t('deadline.left', { ns: 'forms', duration: left }),
        ].join(' · ')}
      />
      <p>{t('data.close.still')}</p>
      <MoneyButton isSending={isLoading} error={failed && appErrorText(failed)} onPress={() => void keep()}>
        {t('data.close.keep')}
      </MoneyButton>
    </>
  );
}
