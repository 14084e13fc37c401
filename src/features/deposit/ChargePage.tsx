import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { DepositId } from '@halyard/contract/ids';
import { useGetDepositTermsQuery } from '../../domain/deposits/depositsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { ChargeForm } from './ChargeForm.tsx';
import { chainOf, channelOf } from './chosenWay.ts';
import { DepositLoading } from './DepositLoading.tsx';
import { DepositStatus } from './DepositStatus.tsx';

/** Declaring a deposit; with `?id=` the status of one. */
export function ChargePage() {
  const { t } = useTranslation('deposit');
  const back = useBack();
  const [query] = useSearchParams();
  const id = query.get('id');
  const isKnownId = id !== null && /^\d{1,9}$/.test(id);
  return (
    <Page header={<NavBar title={t(id === null ? 'charge.title' : 'status.title')} onBack={back} />}>
      {id === null && <Declare query={query} />}
      {isKnownId && <DepositStatus id={Number.parseInt(id, 10) as DepositId} />}
      {id !== null && !isKnownId && <EmptyState text={t('status.missing')} />}
    </Page>
  );
}

function Declare({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation('deposit');
  const { data: channels, error, refetch } = useGetDepositTermsQuery();
  const channel = channelOf(channels, query);
  if (channels === undefined) {
    if (error === undefined) return <DepositLoading />;
    return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
  }
  if (channel === undefined) return <EmptyState text={t('none')} />;
  const chain = chainOf(channel, query);
  // Another channel is another form: typed values must not carry over.
  return <ChargeForm key={`${channel.id} ${chain?.chain}`} channel={channel} chain={chain} />;
}
