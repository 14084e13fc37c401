import { History, Moon } from 'lucide-react';
import { memo, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import { TradingColumns, TradingLayout } from '../../domain/charts/TradingLayout.tsx';
import { useAccountAsOf } from '../../domain/futures/useFutures.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { ProductHeader, type ProductMarkets } from '../../domain/markets/ProductHeader.tsx';
import { useProductMarket } from '../../domain/markets/productMarket.ts';
import { useIsQuiet, useMarketAsOf } from '../../domain/markets/useMarkets.ts';
import { useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Banner } from '../../shared/ui/Banner.tsx';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { StaleStrip } from '../../shared/ui/StaleStrip.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { FuturesBook } from './book/FuturesBook.tsx';
import styles from './Futures.module.css';
import { FuturesChart } from './FuturesChart.tsx';
import type { FuturesMarket } from './futuresTypes.ts';

const DAY_MS = 86_400_000;

const FIELDS = 6;

const ACTIONS = <Actions />;

/** Futures: ticket beside the spot book, with the chart, positions and orders. */
export function FuturesPage() {
  useDarkPage();
  const { market, open, named, isMissing, error, retry } = useProductMarket('isLeverOpen');
  // Ticket, book and positions take long to render and prices change often; deferred rendering does not block input.
  const shown = useDeferredValue(market);
  const symbol = market === undefined ? named : symbolOf(market);
  const isThere = market !== undefined && shown !== undefined;
  return (
    <Page
      header={<FuturesHeader symbol={symbol} source={market?.priceSource} symbols={open.map(symbolOf)} />}
      isWide={isThere}
    >
      {isThere && <Screen key={shown.id} market={shown} />}
      {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {isMissing && <EmptyState text={errorText('MARKET_NOT_OPEN')} />}
      {!isThere && error === undefined && !isMissing && <FuturesLoading />}
    </Page>
  );
}

// The page renders with its market first.
const Ticket = lazyPart(async () => memo((await import('./ticket/FuturesTicket.tsx')).FuturesTicket));

const Positions = lazyPart(async () => memo((await import('./positions/PositionsPanel.tsx')).PositionsPanel));

const Book = memo(FuturesBook);

const Screen = memo(function Screen({ market }: { market: Market }) {
  const facts = useFacts(market);
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(facts.symbol), [visit, facts.symbol]);
  return (
    <>
      <Price market={market} symbol={facts.symbol} />
      <Age marketId={market.id} />
      <State status={market.status} />
      <TradingLayout
        chart={<FuturesChart market={market} facts={facts} />}
        columns={
          <TradingColumns ticket="wide">
            <Suspense fallback={<div className={styles['waiting']} />}>
              <Ticket market={facts} />
            </Suspense>
            <Book symbol={facts.symbol} places={market.pricePrecision} />
          </TradingColumns>
        }
        orders={
          <>
            <Suspense fallback={null}>
              <Positions market={facts} />
            </Suspense>
            <Help />
          </>
        }
      />
    </>
  );
});

function Help() {
  const { t } = useTranslation('futures');
  return (
    <div className={styles['help']}>
      <ButtonLink kind="quiet" size="small" to={paths.helpDetail({ slug: 'contracts' })}>
        {t('toHelp')}
      </ButtonLink>
      <ButtonLink kind="quiet" size="small" to={paths.fairness()}>
        {t('titles.fairness', { ns: 'shell' })}
      </ButtonLink>
    </div>
  );
}

/** The market changes with every price, but only its price needs a redraw then. */
function useFacts(market: Market): FuturesMarket {
  const { id, base, quote, pricePrecision, status, priceSource } = market;
  const symbol = symbolOf(market);
  return useMemo(
    () => ({ id, base, quote, pricePrecision, status, priceSource, symbol }),
    [id, base, quote, pricePrecision, status, priceSource, symbol],
  );
}

/** Age of the shown price and positions. */
function Age({ marketId }: { marketId: Market['id'] }) {
  return <AsOf atMs={oldestOf(useMarketAsOf(marketId), useAccountAsOf())} />;
}

function State({ status }: Pick<Market, 'status'>) {
  const isStale = useIsStale();
  return (
    <>
      {status !== 'trading' && <Banner kind="info" text={errorText('MARKET_SUSPENDED')} />}
      <StaleStrip isStale={isStale} />
    </>
  );
}

/** The mark price, its day, and the time of the next overnight fee. */
function Price({ market, symbol }: { market: Market; symbol: string }) {
  const { t } = useTranslation('futures');
  const isQuiet = useIsQuiet(market.id);
  const isDown = market.changePercent?.startsWith('-') === true;
  return (
    <div className={styles['price']}>
      <Link to={paths.kline({ symbol })} className={classNames(styles['last'], isQuiet && styles['quiet'])}>
        <VisuallyHidden>{t('toChart', { symbol })}</VisuallyHidden>
        <b>
          <Num kind="price" value={market.lastPrice} places={market.pricePrecision} tone={isDown ? 'down' : 'up'} />
        </b>
        <Change percent={market.changePercent} />
      </Link>
      {market.overnightRate !== undefined && <NextOvernightFee rate={market.overnightRate} />}
    </div>
  );
}

function FuturesHeader(markets: ProductMarkets) {
  const { t } = useTranslation('futures');
  return <ProductHeader {...markets} title={t('markets')} pathTo={paths.lever} hasBack actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('futures');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.leverHistory()} />;
}

/** Forces the dark theme on a page with its sheets and its chart. */
function useDarkPage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    let chosen: string | undefined;
    const darken = () => {
      chosen = root.dataset['theme'];
      root.dataset['theme'] = 'dark';
      observer.takeRecords();
    };
    // The theme may change meanwhile on the device or in another tab; it applies when the page is left.
    const observer = new MutationObserver(darken);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    darken();
    return () => {
      observer.disconnect();
      if (chosen !== undefined) root.dataset['theme'] = chosen;
    };
  }, []);
}

/** The screen's skeleton before its market is known. */
function FuturesLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton height={28} />
        <TradingColumns ticket="wide">
          <div className={styles['stack']}>
            {Array.from({ length: FIELDS }, (_, index) => (
              <Skeleton key={index} shape="block" height={44} />
            ))}
          </div>
          <Skeleton shape="block" height={300} />
        </TradingColumns>
      </div>
    </Loading>
  );
}

/** The overnight fee, and the time to the exchange's next midnight. */
function NextOvernightFee({ rate }: { rate: Decimal }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const left = useEachSecond((nowMs) => countdownText(DAY_MS - (serverTimeMs(nowMs) % DAY_MS)));
  const text = format.percent(rate);
  return (
    <span className={styles['night']} title={t('night.rate', { rate: text })}>
      <Moon aria-hidden />
      <VisuallyHidden>{t('night.rate', { rate: text })}</VisuallyHidden>
      <span aria-hidden="true">{text}</span>
      <time>{left}</time>
    </span>
  );
}
