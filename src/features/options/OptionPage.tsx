import { History, ShieldCheck } from 'lucide-react';
import { memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { derivativesFault } from '@halyard/contract/market/liveIndex';
import { TradingLayout, TradingLoading } from '../../domain/charts/TradingLayout.tsx';
import { useHasTables, useIsDesktop } from '../../domain/desktop/useIsDesktop.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { MarketState } from '../../domain/markets/MarketState.tsx';
import { ProductHeader, type ProductMarkets } from '../../domain/markets/ProductHeader.tsx';
import { useProductMarket } from '../../domain/markets/productMarket.ts';
import { useIsQuiet, useMarketAsOf } from '../../domain/markets/useMarkets.ts';
import { useExchangeClock } from '../../shared/time/exchangeClock.ts';
import { useRunningOptions } from '../../domain/options/useOptions.ts';
import { useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Option.module.css';
import { OptionRules } from './OptionTexts.tsx';
import type { OptionMarket } from './ticket/useOptionTicket.ts';
import { RunningOptions } from './running/RunningOptions.tsx';

const LimitsSheet = lazyPart(async () => (await import('./limits/LimitsSheet.tsx')).LimitsSheet);

const ACTIONS = <Actions />;

const FIELDS = 4;

/** Options: chart, running options and the ticket on one screen. */
export function OptionPage() {
  const { market, open, named, isMissing, error, retry } = useProductMarket('isOptionOpen');
  const symbol = market === undefined ? named : symbolOf(market);
  const isDesktop = useIsDesktop();
  // In parallel with the prices.
  useEffect(() => OptionTicket.preload(), []);
  return (
    <Page
      header={
        <OptionHeader
          symbol={symbol}
          source={market?.priceSource}
          venues={market?.venues}
          symbols={open.map(symbolOf)}
          {...(isDesktop && market !== undefined && { figures: <Price market={market} symbol={symbolOf(market)} /> })}
        />
      }
      isWide={market !== undefined}
    >
      {market !== undefined && <Screen key={market.id} market={market} />}
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {isMissing && <EmptyState text={errorText('MARKET_NOT_OPEN')} />}
      {market === undefined && error === undefined && !isMissing && <OptionLoading />}
    </Page>
  );
}

// Keeps the page within its size limit.
const OptionTicket = lazyPart(async () => (await import('./ticket/OptionTicket.tsx')).OptionTicket);

const Chart = lazyPart(async () => memo((await import('./OptionChart.tsx')).OptionChart));

const SessionReminder = lazyPart(async () => (await import('./limits/SessionReminder.tsx')).SessionReminder);

// Not on phones.
const Tables = lazyPart(async () => {
  const [{ OptionTables }] = await Promise.all([import('./running/OptionTables.tsx'), loadNamespace('desktop')]);
  return OptionTables;
});

const Running = memo(RunningOptions);

const Ticket = memo(OptionTicket);

function Screen({ market }: { market: Market }) {
  const { t } = useTranslation('options');
  const { id, quote, pricePrecision } = market;
  const fault = derivativesFault({ ...market, source: market.priceSource });
  const symbol = symbolOf(market);
  // The market changes with every price, but only its price needs a redraw then.
  const facts: OptionMarket = useMemo(
    () => ({ id, quote, pricePrecision, fault, symbol }),
    [id, quote, pricePrecision, fault, symbol],
  );
  const clock = useExchangeClock(market.asOf);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const hasTables = useHasTables();
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(symbol), [visit, symbol]);
  const chart = (
    <Suspense fallback={<div className={styles['chart']} />}>
      <Chart market={facts} />
    </Suspense>
  );
  const ticket = (
    <>
      <Suspense fallback={<TicketLoading />}>
        <Ticket market={facts} />
      </Suspense>
      {/* Below the buttons: a new card moves none of them. */}
      <Running clock={clock} />
      {hasTables && (
        <section className={styles['brief']} aria-label={t('terms.help')}>
          <h2>{t('terms.help')}</h2>
          <OptionRules />
        </section>
      )}
    </>
  );
  const tables = (
    <Suspense fallback={<TablesLoading />}>
      <Tables />
    </Suspense>
  );
  const narrow = (
    <div className={styles['screen']}>
      <div className={styles['picture']}>
        <Price market={market} symbol={symbol} />
        <Age marketId={id} />
        {chart}
      </div>
      <div className={styles['acting']}>{ticket}</div>
      {hasTables && <div className={styles['tables']}>{tables}</div>}
    </div>
  );
  return (
    <>
      <MarketState {...market} />
      <TradingLayout
        product="options"
        market={market}
        narrow={narrow}
        chart={chart}
        ticket={<div className={styles['acting']}>{ticket}</div>}
        orders={tables}
      />
      <Suspense fallback={null}>{isLoggedIn && <SessionReminder />}</Suspense>
    </>
  );
}

/** Age of the shown price and of the running options' cards. */
function Age({ marketId }: { marketId: Market['id'] }) {
  return <AsOf atMs={oldestOf(useMarketAsOf(marketId), useRunningOptions().asOfMs)} />;
}

/** The price, as a link to the chart with all intervals. */
function Price({ market, symbol }: { market: Market; symbol: string }) {
  const { t } = useTranslation('options');
  const isQuiet = useIsQuiet(market.id);
  const isDown = market.changePercent?.startsWith('-') === true;
  return (
    <Link to={paths.kline({ symbol })} className={classNames(styles['price'], isQuiet && styles['quiet'])}>
      <VisuallyHidden>{t('toChart', { symbol })}</VisuallyHidden>
      <span className={styles['last']}>
        <Num kind="price" value={market.lastPrice} places={market.pricePrecision} tone={isDown ? 'down' : 'up'} />
      </span>
      <Change percent={market.changePercent} />
    </Link>
  );
}

/** The screen's skeleton before its market is known. */
function OptionLoading() {
  return (
    <TradingLoading hasBook={false}>
      <div className={styles['loading']}>
        <Skeleton height={28} />
        <Skeleton shape="block" height={128} />
        <Fields />
      </div>
    </TradingLoading>
  );
}

/** As high as the ticket, so that nothing moves when it loads. */
function TicketLoading() {
  return (
    <Loading>
      <div className={classNames(styles['loading'], styles['waiting'])}>
        <Fields />
      </div>
    </Loading>
  );
}

function TablesLoading() {
  return (
    <Loading>
      <Skeleton shape="block" height={165} />
    </Loading>
  );
}

function Fields() {
  return Array.from({ length: FIELDS }, (_, index) => <Skeleton key={index} shape="block" height={44} />);
}

function OptionHeader(markets: ProductMarkets & { figures?: ReactNode }) {
  const { t } = useTranslation('options');
  return <ProductHeader {...markets} title={t('markets')} pathTo={paths.option} actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('options');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return (
    <>
      <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.optionHistory()} />
      <IconButton icon={<ShieldCheck aria-hidden />} label={t('limits.title')} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{wasOpen && <LimitsSheet isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
