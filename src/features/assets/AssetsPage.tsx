import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useIsSandbox } from '../../domain/sandbox/sandboxApi.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balancesOf } from '../../domain/wallet/walletData.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { AssetsLoading } from './AssetsLoading.tsx';
import { BalanceList } from './BalanceList.tsx';
import { TestFundsSheet } from './TestFundsSheet.tsx';
import { TotalCard } from './TotalCard.tsx';

/** Assets (specification, section 2): what the user owns and what it is worth. */
export function AssetsPage() {
  const { t } = useTranslation('assets');
  const { wallet, error, retry, updatedAtMs } = useWallet();
  const markets = useMarkets();
  const isSandbox = useIsSandbox();
  const isStale = useIsStale();
  const [isFunding, setFunding] = useState(false);
  const balances = balancesOf(wallet, 'spot');
  const refresh = () => Promise.all([retry(), markets.refetch()]);

  return (
    <Page header={<NavBar title={t('title')} />}>
      {isStale && <Banner kind="stale" text={t('stale')} />}
      <PullToRefresh onRefresh={refresh} updatedAtMs={updatedAtMs}>
        <TotalCard onFund={isSandbox ? () => setFunding(true) : undefined} />
        {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
        {error === undefined && balances === undefined && <AssetsLoading />}
        {balances !== undefined && <BalanceList balances={balances} />}
      </PullToRefresh>
      <TestFundsSheet isOpen={isFunding} onOpenChange={setFunding} balances={balances ?? []} />
    </Page>
  );
}
