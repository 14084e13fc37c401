import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { WithdrawalId } from '@halyard/contract/ids';
import { useGetWithdrawalQuery } from '../../domain/withdrawals/withdrawalsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { WithdrawLoading } from './WithdrawLoading.tsx';
import { WithdrawalStatus } from './WithdrawalStatus.tsx';

/** One withdrawal, `?id=` (specification, section 2): how far it is, by when it arrives, and cancelling it. */
export function WithdrawDetailPage() {
  const { t } = useTranslation('withdraw');
  const back = useBack();
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const isId = /^\d{1,9}$/.test(id);
  return (
    <Page header={<NavBar title={t('detailTitle')} onBack={back} />}>
      {isId ? <Known id={Number.parseInt(id, 10) as WithdrawalId} /> : <EmptyState text={t('status.missing')} />}
    </Page>
  );
}

function Known({ id }: { id: WithdrawalId }) {
  const { t } = useTranslation('withdraw');
  const query = useGetWithdrawalQuery(id);
  const { data: withdrawal, error, refetch } = query;
  const asOfMs = useAsOf(query, true);
  if (withdrawal === undefined) {
    if (error === undefined) return <WithdrawLoading />;
    return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
  }
  if (withdrawal === null) return <EmptyState text={t('status.missing')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <WithdrawalStatus withdrawal={withdrawal} />
    </>
  );
}
