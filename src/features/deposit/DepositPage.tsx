import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import { useGetDepositTermsQuery } from '../../domain/deposits/depositsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { BankWay } from './BankWay.tsx';
import { ChainWay } from './ChainWay.tsx';
import styles from './Deposit.module.css';
import { DepositLoading } from './DepositLoading.tsx';
import { channelOf, chainOf } from './chosenWay.ts';

/** Deposit (specification, section 2): where to pay in, and everything one must know before one does. */
export function DepositPage() {
  const { t } = useTranslation('deposit');
  const navigate = useNavigate();
  const back = useBack();
  const { data: channels, error, refetch } = useGetDepositTermsQuery();
  const [query, setQuery] = useSearchParams();
  const channel = channelOf(channels, query);
  const chain = channel && chainOf(channel, query);
  const records = (
    <IconButton
      icon={<History aria-hidden />}
      label={t('records')}
      onClick={() => void navigate(paths.assetsRecord({ tab: 'deposits' }))}
    />
  );
  const footer = channel && (
    <ButtonLink to={paths.depositCharge({ channel: channel.id, chain: chain?.chain })}>{t('paid')}</ButtonLink>
  );
  return (
    <Page header={<NavBar title={t('title')} onBack={back} actions={records} />} footer={footer}>
      {channels === undefined && <Unknown error={error as AppError | undefined} onRetry={() => void refetch()} />}
      {channels?.length === 0 && <EmptyState drawing="coins" text={t('none')} />}
      {channels !== undefined && channel !== undefined && (
        <Ways
          channels={channels}
          channel={channel}
          chain={chain}
          onChoose={(next) => setQuery(next, { replace: true })}
        />
      )}
    </Page>
  );
}

function Unknown({ error, onRetry }: { error: AppError | undefined; onRetry: () => void }) {
  return error === undefined ? <DepositLoading /> : <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
}

type WaysProps = {
  channels: readonly DepositChannel[];
  channel: DepositChannel;
  chain: DepositChain | undefined;
  /** Told the new query of the page. */
  onChoose: (query: Record<string, string>) => void;
};

function Ways({ channels, channel, chain, onChoose }: WaysProps) {
  const { t } = useTranslation('deposit');
  return (
    <div className={styles['stack']}>
      <Segmented
        label={t('channel')}
        value={String(channel.id)}
        onValueChange={(id) => onChoose({ channel: id })}
        options={channels.map(({ id, name, isBank }) => ({ value: String(id), label: isBank ? t('bank') : name }))}
      />
      {channel.bank !== null && <BankWay channel={channel} account={channel.bank} />}
      {chain !== undefined && (
        <ChainWay
          channel={channel}
          chain={chain}
          onChoose={(name) => onChoose({ channel: String(channel.id), chain: name })}
        />
      )}
    </div>
  );
}
