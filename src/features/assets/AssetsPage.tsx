import { toModelNumber } from '@halyard/contract/money';
import { ChevronRight } from 'lucide-react';
import { Suspense, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS, eachAccount, type AccountKind } from '@halyard/contract/wallet/calls';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useHiddenBalances, useTotalUnit } from '../../domain/preferences/usePreferences.ts';
import { OTHERS, sharesOf, useAccountEquities, useAllHoldings, type Share } from '../../domain/wallet/holdings.ts';
import { TodayProfit } from '../../domain/wallet/TodayProfit.tsx';
import { HideButton, TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { usePerformance } from '../../domain/wallet/usePerformance.ts';
import { useIsSandbox } from '../../domain/sandbox/sandboxApi.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { useEquityAsOf, useTotalEquity, WORTH_UNIT } from '../../domain/wallet/useEquity.ts';
import { balancesOf } from '../../domain/wallet/walletData.ts';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { Num } from '../../shared/format/Num.tsx';
import { contributions } from '../../shared/navigation/contributions.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { AsOf, StaleStrip } from '../../shared/ui/AsOf.tsx';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { coinColour } from '../../shared/ui/CoinIcon.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import allocationStyles from './Allocation.module.css';
import styles from './Assets.module.css';
import { AssetsLoading, EquityFigure, useMoneyActions } from './AccountParts.tsx';
import { CoinList } from './CoinList.tsx';
import { ProfitCard } from './ProfitCard.tsx';

// Only sandboxes have it.
const TestFundsSheet = lazyPart(async () => (await import('./TestFundsSheet.tsx')).TestFundsSheet);

/** Assets: the user's holdings, their worth, its history and its division. */
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
    <Page header={<NavBar title={t('title')} back={false} />} isWide>
      <StaleStrip isStale={isStale} />
      <PullToRefresh onRefresh={refresh} updatedAtMs={asOfMs === undefined ? updatedAtMs : undefined}>
        <div className={classNames(styles['stack'], styles['whole'])}>
          <AsOf atMs={asOfMs} />
          <TotalCard onFund={isSandbox ? () => setFunding(true) : undefined} />
          {error !== undefined && <ErrorState error={error} onRetry={retry} />}
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
      <div className={styles['stack']}>
        {holdings !== undefined && <CoinList holdings={holdings} hasCosts />}
        <AllocationCard />
      </div>
    </>
  );
}

/** The accounts with their balances, as links, each beside a link to its product. */
function AccountRows() {
  const { t } = useTranslation('assets');
  const accounts = useAccountEquities();
  if (accounts === undefined) return null;
  return (
    <section aria-label={t('accounts.label')}>
      <h2 className={styles['heading']}>{t('accounts.label')}</h2>
      <ul className={styles['rows']}>
        {accounts.map(({ account, equity }) => (
          <li key={account} className={styles['account']}>
            <ListRow
              title={t(`accounts.${account}`)}
              end={
                <span className={styles['equity']}>
                  <EquityFigure value={equity} />
                </span>
              }
              hasChevron
              to={paths.tradeAccount({ account })}
            />
            <ProductLink account={account} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Link to the product that uses the money of an account. */
function ProductLink({ account }: { account: AccountKind }) {
  const { t } = useTranslation('assets');
  const product = contributions().accounts.find(({ kind }) => kind === account);
  if (product === undefined) return null;
  const { page, text } = product;
  return (
    <ButtonLink kind="ghost" size="small" to={paths[page]()}>
      {t(text ?? 'actions.trade')}
      {text === undefined && <VisuallyHidden> {t(`accounts.${account}`)}</VisuallyHidden>}
    </ButtonLink>
  );
}

type TotalCardProps = {
  /** In a sandbox: requests test funds. */
  onFund: (() => void) | undefined;
};

/** Total worth in the user's currency, the currency choice, the masking button, and money actions. */
function TotalCard({ onFund }: TotalCardProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const { unit } = useTotalUnit();
  const total = useTotalEquity();
  const actions = useMoneyActions('spot');
  const isConverted = unit !== WORTH_UNIT;
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <HideButton label={t('hide')} className={styles['eye']} />
        <div className={styles['units']}>
          <ButtonLink kind="quiet" size="small" to={paths.pricing()}>
            <VisuallyHidden>{t('unit')} </VisuallyHidden>
            {unit}
            <ChevronRight aria-hidden />
          </ButtonLink>
        </div>
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={total} />
      </p>
      {isConverted && (
        <p className={styles['soft']}>
          {'≈ '}
          <Num kind="amount" value={total} places={2} minPlaces={2} unit={WORTH_UNIT} isMasked={hidesBalances} />
        </p>
      )}
      <TodayProfit />
      <ActionLinks label={t('actions.label')} items={actions} />
      {onFund !== undefined && (
        <div className={styles['fund']}>
          <Button kind="ghost" onClick={onFund}>
            {t('fund.open')}
          </Button>
        </div>
      )}
    </Card>
  );
}

type View = 'coin' | 'account';

type Slice = Share & { readonly label: string; readonly colour: string };

/** How the holdings are divided, by coin or by account: a bar with a legend. */
function AllocationCard() {
  const { t } = useTranslation('assets');
  const [view, setView] = useState<View>('coin');
  const slices = useSlices(view);
  const options = [
    { value: 'coin', label: t('allocation.coin') },
    { value: 'account', label: t('allocation.account') },
  ] as const;
  return (
    <Card>
      <h2 className={allocationStyles['heading']}>{t('allocation.title')}</h2>
      <Segmented label={t('allocation.by')} value={view} onValueChange={setView} options={options} />
      {slices === undefined && <p className={allocationStyles['note']}>{t('allocation.unknown')}</p>}
      {slices?.length === 0 && <p className={allocationStyles['note']}>{t('allocation.empty')}</p>}
      {slices !== undefined && slices.length > 0 && <Picture slices={slices} />}
    </Card>
  );
}

function useSlices(view: View): readonly Slice[] | undefined {
  const { t } = useTranslation('assets');
  const holdings = useAllHoldings() ?? [];
  const accounts = useAccountEquities() ?? [];
  if (view === 'coin') {
    const valued = holdings.filter(({ isValued }) => isValued);
    return sharesOf(valued.map(({ currency, equity }) => ({ name: currency, equity })))?.map((share) => ({
      ...share,
      label: share.name === OTHERS ? t('allocation.others') : share.name,
      colour: share.name === OTHERS ? 'var(--line-strong)' : coinColour(share.name),
    }));
  }
  const shares = sharesOf(accounts.map(({ account, equity }) => ({ name: account, equity })));
  return shares?.map((share) => ({
    ...share,
    label: share.name === OTHERS ? t('allocation.others') : t(`accounts.${share.name}`),
    colour: share.name === OTHERS ? 'var(--line-strong)' : ACCOUNT_COLOURS[share.name],
  }));
}

/** Shades of the accent: accounts have no colours of their own. */
const ACCOUNT_COLOURS = eachAccount(
  (kind) =>
    `color-mix(in srgb, var(--accent) ${Math.round(100 * 0.7 ** ACCOUNT_KINDS.indexOf(kind))}%, var(--surface))`,
);

function Picture({ slices }: { slices: readonly Slice[] }) {
  const { t } = useTranslation('assets');
  return (
    <>
      <Bar slices={slices} />
      <ul aria-label={t('allocation.title')} className={allocationStyles['legend']}>
        {slices.map((slice) => (
          <li key={slice.name} className={allocationStyles['entry']}>
            <span
              aria-hidden="true"
              className={allocationStyles['dot']}
              style={{ '--slice': slice.colour } as CSSProperties}
            />
            <span className={allocationStyles['name']}>{slice.label}</span>
            <span className={allocationStyles['worth']}>
              <EquityFigure value={slice.equity} />
            </span>
            <span className={allocationStyles['share']}>
              <Num kind="rate" value={slice.fraction} minPlaces={2} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Hidden from screen readers: the legend has the same content. */
function Bar({ slices }: { slices: readonly Slice[] }) {
  const widths = slices.map(({ fraction }) => toModelNumber(fraction) * 100);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className={allocationStyles['bar']}>
      {slices.map((slice, place) => (
        <rect
          key={slice.name}
          x={widths.slice(0, place).reduce((sum, width) => sum + width, 0)}
          width={widths[place]}
          height={10}
          style={{ fill: slice.colour }}
        />
      ))}
    </svg>
  );
}
