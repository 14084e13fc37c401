import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { usePerformance } from '../../domain/wallet/usePerformance.ts';
import { useIsSandbox } from '../../domain/sandbox/sandboxApi.ts';
import { useAllHoldings } from '../../domain/wallet/useHoldings.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { useEquityAsOf } from '../../domain/wallet/useEquity.ts';
import { balancesOf } from '../../domain/wallet/walletData.ts';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { StaleStrip } from '../../shared/ui/StaleStrip.tsx';
import { AccountRows } from './AccountRows.tsx';
import { AllocationCard } from './AllocationCard.tsx';
import styles from './Assets.module.css';
import { AssetsLoading } from './AssetsLoading.tsx';
import { CoinList } from './CoinList.tsx';
import { ProfitCard } from './ProfitCard.tsx';
import { TotalCard } from './TotalCard.tsx';

// Only sandboxes have it.
const TestFundsSheet = lazyPart(async () => (await import('./TestFundsSheet.tsx')).TestFundsSheet);

/** Assets (specification, section 2): what the user owns, what it is worth, how that went and how it is divided. */
export function AssetsPage() {
  const { t } = useTranslation('assets');
  const { wallet, error, retry, updatedAtMs } = useWallet();
  const markets = useMarkets();
  const performance = usePerformance();
  const asOfMs = oldestOf(useEquityAsOf(), performance.asOfMs);
  const isSandbox = useIsSandbox();
  const isStale = useIsStale();
  const [isFunding, setFunding] = useState(false);
  const refresh = () => Promise.all([retry(), markets.refetch(), performance.retry()]);

  return (
    <Page header={<NavBar title={t('title')} />} isWide>
      <StaleStrip isStale={isStale} />
      <PullToRefresh onRefresh={refresh} updatedAtMs={asOfMs === undefined ? updatedAtMs : undefined}>
        <div className={classNames(styles['stack'], styles['whole'])}>
          <AsOf atMs={asOfMs} />
          <TotalCard onFund={isSandbox ? () => setFunding(true) : undefined} />
          {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
          {error === undefined && wallet === undefined && <AssetsLoading />}
          {wallet !== undefined && <Everything />}
        </div>
      </PullToRefresh>
      {isSandbox && (
        <Suspense fallback={null}>
          <TestFundsSheet isOpen={isFunding} onOpenChange={setFunding} balances={balancesOf(wallet, 'spot') ?? []} />
        </Suspense>
      )}
    </Page>
  );
}

function Everything() {
  const holdings = useAllHoldings();
  return (
    <>
      <AccountRows />
      <ProfitCard />
      <AllocationCard />
      {holdings !== undefined && <CoinList holdings={holdings} hasCosts />}
    </>
  );
}
