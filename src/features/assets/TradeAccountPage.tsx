import { ChevronRight } from 'lucide-react';
import { createElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { isZero, ZERO } from '@halyard/contract/money';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { HideButton, TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { useHoldingsIn } from '../../domain/wallet/holdings.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { useEquityAsOf, usePriceInUsdt } from '../../domain/wallet/useEquity.ts';
import { balancesOf, valueInUsdt } from '../../domain/wallet/walletData.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { contributions } from '../../shared/navigation/contributions.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { AsOf, StaleStrip } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Assets.module.css';
import { AssetsLoading, EquityFigure, useMoneyActions } from './AccountParts.tsx';
import { CoinList } from './CoinList.tsx';

// Only the futures account needs it.
const FuturesAccountStatus = lazyPart(async () => {
  const [{ FuturesAccountStatus: Loaded }] = await Promise.all([
    import('../../domain/futures/FuturesAccountStatus.tsx'),
    loadNamespace('futures'),
  ]);
  return Loaded;
});

/** One account: its balances, available and held. The query names it by `account`; the spot account by default. */
export function TradeAccountPage() {
  const { t } = useTranslation('assets');
  const [account, choose] = useAccount();
  const { wallet, error, retry, updatedAtMs } = useWallet();
  const asOfMs = useEquityAsOf();
  const markets = useMarkets();
  const isStale = useIsStale();
  const refresh = () => Promise.all([retry(), markets.refetch()]);

  return (
    <Page header={<NavBar title={t(`account.${account}`)} />} isWide>
      <StaleStrip isStale={isStale} />
      <PullToRefresh onRefresh={refresh} updatedAtMs={asOfMs === undefined ? updatedAtMs : undefined}>
        <div className={classNames(styles['stack'], styles['whole'])}>
          <AsOf atMs={asOfMs} />
          <div className={styles['accounts']}>
            <Segmented
              label={t('accounts.label')}
              value={account}
              onValueChange={choose}
              options={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`accounts.${kind}`) }))}
            />
          </div>
          <AccountCard account={account} />
          {account === 'futures' && (
            <Suspense fallback={null}>
              <FuturesAccountStatus />
            </Suspense>
          )}
          {error !== undefined && <ErrorState error={error} onRetry={retry} />}
          {error === undefined && wallet === undefined && <AssetsLoading />}
          {wallet !== undefined && <Coins account={account} />}
        </div>
      </PullToRefresh>
    </Page>
  );
}

function Coins({ account }: { account: AccountKind }) {
  const { t } = useTranslation('assets');
  const holdings = useHoldingsIn(account);
  const list = heldListOf(account);
  // Legacy servers do not have all accounts.
  if (holdings === undefined) return <EmptyState text={t('account.missing')} />;
  if (holdings.some(({ owned }) => !isZero(owned)))
    return <CoinList holdings={holdings} heldText={list && t(list.text)} />;
  const transfer = (
    <ButtonLink kind="ghost" size="small" to={paths.transfer({ to: account === 'spot' ? undefined : account })}>
      {t('actions.transfer')}
    </ButtonLink>
  );
  return <EmptyState drawing="coins" text={t('account.empty')} action={transfer} />;
}

/** The page that lists what an account holds. */
const heldListOf = (account: AccountKind) => contributions().accounts.find(({ kind }) => kind === account)?.held;

function useAccount(): readonly [AccountKind, (account: AccountKind) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('account');
  const account = ACCOUNT_KINDS.find((kind) => kind === asked) ?? 'spot';
  // Back leads to the page before, not through the viewed accounts.
  return [account, (kind) => setQuery({ account: kind }, { replace: true })];
}

/** Rows of what an account earns; features are registered before any of their pages loads. */
const EARNED = new Map(
  contributions().accounts.flatMap(({ kind, earned }) =>
    earned ? [[kind, createElement(lazyPart(earned))] as const] : [],
  ),
);

/** Three rows. */
const EARNED_HEIGHT = 64;

/** Worth of an account, its available part, what it earns, and actions. */
function AccountCard({ account }: { account: AccountKind }) {
  const { t } = useTranslation('assets');
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  const actions = useMoneyActions(account, account);
  const list = heldListOf(account);
  const earned = EARNED.get(account);
  const balances = balancesOf(wallet, account);
  const free = balances?.map((balance) => ({ ...balance, held: ZERO }));
  const held = balances?.map((balance) => ({ ...balance, available: ZERO }));
  const heldFigure = <EquityFigure value={held && valueInUsdt(held, priceOf)} />;
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('account.total')}</span>
        <HideButton label={t('hide')} className={styles['eye']} />
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={balances && valueInUsdt(balances, priceOf)} />
      </p>
      <div className={list && styles['linked']}>
        <KeyValue
          items={[
            { label: t('available'), value: <EquityFigure value={free && valueInUsdt(free, priceOf)} /> },
            {
              label: t(list?.text ?? 'held'),
              value:
                list === undefined ? (
                  heldFigure
                ) : (
                  <Link to={paths[list.page]()} className={styles['list']}>
                    {heldFigure}
                    <ChevronRight aria-hidden />
                  </Link>
                ),
            },
          ]}
        />
        {earned !== undefined && (
          <Suspense fallback={<Skeleton shape="block" height={EARNED_HEIGHT} />}>{earned}</Suspense>
        )}
      </div>
      <ActionLinks label={t('actions.label')} items={actions} />
    </Card>
  );
}
