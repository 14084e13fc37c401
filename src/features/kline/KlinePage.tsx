import { memo, useDeferredValue, useEffect, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Market, Book, Tick } from '@halyard/contract/market/calls';
import { compare, isZero } from '@halyard/contract/money';
import { AlertBell } from '../../domain/alerts/AlertBell.tsx';
import { type BookRow, bookRows } from '../../domain/markets/bookRows.ts';
import { DepthChart, type DepthFigures } from '../../domain/markets/DepthChart.tsx';
import { barsOf, HouseQuotes } from '../../domain/markets/HouseQuotes.tsx';
import { listedMarkets } from '../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { MarketState } from '../../domain/markets/MarketState.tsx';
import { ProductHeader } from '../../domain/markets/ProductHeader.tsx';
import { shortQuantity } from '../../domain/markets/shortQuantity.ts';
import { useBook, useTrades } from '../../domain/markets/useBook.ts';
import { useMarketAsOf, useMarkets, useNamedMarket } from '../../domain/markets/useMarkets.ts';
import { useFavourites, useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useCandleSource } from '../../shared/charts/candleSource.ts';
import { preloadCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { nextTask } from '../../shared/scheduling/nextTask.ts';
import { AsOf, StaleStrip } from '../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import chartStyles from './Chart.module.css';
import styles from './Kline.module.css';
import { KlineChart, TradeLinks } from './KlineChart.tsx';
import { KlineFigures } from './KlineFigures.tsx';
import { type FullScreen, useFullScreen } from './useFullScreen.ts';

const ROWS = 30;

const LEVELS = 12;
/** Beside a high chart. */
const LEVELS_BESIDE = 24;
const BESIDE = '(width >= 768px) and (height >= 1000px) and (orientation: landscape)';
/** Book and trades are beside the chart: the same as in Kline.module.css. */
const TWO_COLUMNS = '(width >= 768px) and (width >= 46em) and (height >= 480px) and (orientation: landscape)';
/** Room for the trades below the book beside the chart. */
const TALL = '(width >= 768px) and (height >= 700px) and (orientation: landscape)';

/** The K-line of a market: figures, chart, book, trades, and links to trading. */
export function KlinePage() {
  const [search] = useSearchParams();
  const named = search.get('symbol');
  const { market, error, isMissing, refetch } = useNamedMarket(named);
  const { t } = useTranslation('kline');
  useEffect(() => void nextTask().then(preloadCandleChart), []);
  // The chart takes long to render and prices change often; deferred rendering does not block input.
  const shown = useDeferredValue(market);
  const isBeside = useMatchMedia(TWO_COLUMNS);
  if (market === undefined || shown === undefined) {
    const symbol = market === undefined ? named : symbolOf(market);
    const isLoading = error === undefined && !isMissing;
    return (
      <Page
        header={<NavBar title={symbol ?? t('chart')} />}
        footer={isLoading && !isBeside ? <FooterLoading /> : undefined}
        isFlush={isLoading}
        isWide={isLoading}
      >
        <NoMarket error={error} isMissing={isMissing} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return <Kline market={shown} />;
}

const Kline = memo(function Kline({ market }: { market: Market }) {
  const isStale = useIsStale();
  const asOfMs = useMarketAsOf(market.id);
  const fullScreen = useFullScreen();
  const symbol = symbolOf(market);
  useVisit(symbol);
  const { isFull } = fullScreen;
  const isBeside = useMatchMedia(TWO_COLUMNS);
  const footer = (
    <Footer symbol={symbol} hasOptions={market.isOptionOpen === true} hasFutures={market.isFuturesOpen === true} />
  );
  return (
    <Page
      header={!isFull && <Header marketId={market.id} symbol={symbol} source={market.priceSource} />}
      footer={isFull || isBeside ? undefined : footer}
      isFlush
      isWide
    >
      <AsOf atMs={asOfMs} isInset />
      <StaleStrip isStale={isStale} />
      <div className={styles['state']}>
        <MarketState {...market} />
      </div>
      <Charted key={market.id} market={market} fullScreen={fullScreen}>
        {isBeside && footer}
      </Charted>
    </Page>
  );
});

type ChartedProps = { market: Market; fullScreen: FullScreen; children: ReactNode };

/** A market's figures, chart and details, with the links to trading (`children`) if they are beside the chart. */
function Charted({ market, fullScreen, children }: ChartedProps) {
  const source = useCandleSource();
  // Book and trades render after the chart.
  const hasChart = useDeferredValue(true, false);
  const { isFull } = fullScreen;
  return (
    <div className={styles['layout']}>
      <div className={styles['chartColumn']}>
        {!isFull && <KlineFigures market={market} source={source} />}
        <KlineChart market={market} source={source} fullScreen={fullScreen} />
      </div>
      {!isFull && hasChart && <KlineDetails market={market}>{children}</KlineDetails>}
    </div>
  );
}

/** Records the market as recently viewed. */
function useVisit(symbol: string): void {
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(symbol), [visit, symbol]);
}

type HeaderProps = { marketId: Market['id']; symbol: string; source: Market['priceSource'] };

/** The pair, which opens the choice of another one, with an alert and the favourite. */
function Header({ marketId, symbol, source }: HeaderProps) {
  const { t } = useTranslation('kline');
  const { data } = useMarkets();
  const actions = useMemo(() => <Actions marketId={marketId} symbol={symbol} />, [marketId, symbol]);
  return (
    <ProductHeader
      symbol={symbol}
      source={source}
      symbols={data === undefined ? [symbol] : listedMarkets(data).map(symbolOf)}
      title={t('markets')}
      pathTo={paths.kline}
      hasBack
      actions={actions}
    />
  );
}

function Actions({ marketId, symbol }: Omit<HeaderProps, 'source'>) {
  const { t } = useTranslation('kline');
  const { favourites, toggle } = useFavourites();
  return (
    <>
      <AlertBell marketId={marketId} />
      <StarButton
        label={t('favourite', { symbol })}
        isOn={favourites.includes(symbol)}
        onToggle={() => toggle(symbol)}
      />
    </>
  );
}

type FooterProps = { symbol: string; hasOptions: boolean; hasFutures: boolean };

const Footer = memo(function Footer({ symbol, hasOptions, hasFutures }: FooterProps) {
  const { t } = useTranslation('kline');
  return (
    <div className={styles['footer']}>
      <TradeLinks symbol={symbol} />
      {hasOptions && (
        <ButtonLink kind="ghost" to={paths.option({ symbol })}>
          {t('option')}
        </ButtonLink>
      )}
      {hasFutures && (
        <ButtonLink kind="ghost" to={paths.lever({ symbol })}>
          {t('product.futures', { ns: 'common' })}
        </ButtonLink>
      )}
    </div>
  );
});

type NoMarketProps = { error: AppError | undefined; isMissing: boolean; onRetry: () => void };

function NoMarket({ error, isMissing, onRetry }: NoMarketProps) {
  const { t } = useTranslation('kline');
  if (error !== undefined) return <ErrorState error={error} onRetry={onRetry} />;
  if (!isMissing) return <KlineLoading />;
  return <EmptyState text={t('missing')} action={<ButtonLink to={paths.home()}>{t('home')}</ButtonLink>} />;
}

/** The K-line's skeleton before its market is known: each part as high as it will be. */
function KlineLoading() {
  return (
    <Loading>
      <div className={styles['layout']}>
        <div className={styles['chartColumn']}>
          <div className={styles['loadingFigures']}>
            <Skeleton width="55%" height={34} />
            <Skeleton width="35%" />
          </div>
          <div className={styles['loadingRow']}>
            <Skeleton width="60%" />
          </div>
          <div className={chartStyles['picture']}>
            <Skeleton shape="block" height="100%" />
          </div>
          <div className={styles['loadingRow']}>
            <Skeleton width="80%" />
          </div>
        </div>
        <div className={classNames(styles['details'], styles['loadingDetails'])}>
          <div className={styles['loadingRow']}>
            <Skeleton width="70%" />
          </div>
          <div className={styles['loadingRow']}>
            <Skeleton shape="block" height={LEVELS_BESIDE * 22} />
          </div>
        </div>
      </div>
    </Loading>
  );
}

function FooterLoading() {
  return (
    <div className={styles['footer']}>
      <Skeleton shape="block" height={46} />
      <Skeleton shape="block" height={46} />
    </div>
  );
}

type View = 'book' | 'trades' | 'depth';

/** Below the chart, or beside it if there is room: book, depth, trades, and the links to trading (`children`). */
function KlineDetails({ market, children }: { market: Market; children: ReactNode }) {
  const { t } = useTranslation('kline');
  const [view, setView] = useState<View>('book');
  const isTall = useMatchMedia(TALL);
  const tape = <Tape market={market} />;
  const trades = { value: 'trades', label: t('trades'), content: tape } as const;
  return (
    <div className={styles['details']}>
      <Tabs
        label={t('details')}
        value={isTall && view === 'trades' ? 'book' : view}
        onValueChange={setView}
        items={[
          { value: 'book', label: t('book'), content: <WideBook market={market} /> },
          { value: 'depth', label: t('depth'), content: <DepthView market={market} /> },
          ...(isTall ? [] : [trades]),
        ]}
      />
      {isTall && (
        <>
          <h2 className={styles['title']}>{t('trades')}</h2>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus */}
          <div className={styles['below']} role="group" aria-label={t('trades')} tabIndex={0}>
            {tape}
          </div>
        </>
      )}
      {children}
    </div>
  );
}

/** Cumulative depth of both sides, as a picture. */
function DepthView({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const { book, error, isStale, retry } = useBook(symbolOf(market));
  const describe = useCallback((figures: DepthFigures) => t('depthSummary', figures), [t]);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (book === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={288} />
      </Loading>
    );
  }
  return (
    <div className={styles['depth']}>
      <DepthChart market={market} book={book} isStale={isStale} describe={describe} />
    </div>
  );
}

/** The live book with its sides next to each other, best prices on top. */
function WideBook({ market }: { market: Market }) {
  const { book, error, isStale, retry } = useBook(symbolOf(market));
  // Deferred from the first levels on: socket updates render synchronously otherwise, which is a long task on a slow
  // phone.
  const shown = useDeferredValue(book, undefined);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (book === undefined || shown === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={LEVELS * 22} />
      </Loading>
    );
  }
  return (
    <>
      <div className={styles['legend']}>
        <HouseQuotes book={shown} />
      </div>
      <div className={classNames(styles['book'], isStale && styles['stale'])}>
        <Levels market={market} book={shown} />
      </div>
    </>
  );
}

const Levels = memo(function Levels({ market, book }: { market: Market; book: Book }) {
  const { t } = useTranslation('kline');
  const rows = bookRows(book, useMatchMedia(BESIDE) ? LEVELS_BESIDE : LEVELS);
  return (
    <>
      <Side label={t('bids')} rows={rows.bids} side="bid" market={market} />
      <Side label={t('asks')} rows={rows.asks.toReversed()} side="ask" market={market} />
    </>
  );
});

type SideProps = { label: string; rows: readonly BookRow[]; side: 'bid' | 'ask'; market: Market };

function Side({ label, rows, side, market }: SideProps) {
  const { t } = useTranslation('kline');
  const format = useFormat();
  return (
    <div className={styles[side]}>
      <p className={styles['heads']} aria-hidden="true">
        <span>{t('columns.price', { unit: market.quote })}</span>
        <span>{t('columns.amount', { unit: market.base })}</span>
      </p>
      <ul translate="no" className={styles['side']} aria-label={label}>
        {rows.map(({ level: [price, quantity], ...bars }) => (
          <li key={price} className={styles['level']} style={barsOf(bars)}>
            <span className={styles['levelPrice']}>{format.price(price, market.pricePrecision)}</span>
            <span>{shortQuantity(quantity, market.quantityPrecision, format)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The market's trades: the newest prices of its tick log, coloured by rise or fall. */
function Tape({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const { trades, error, retry } = useTrades(symbolOf(market));
  // Deferred, so that rendering does not block input.
  const shown = useDeferredValue(trades, undefined);
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (shown === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={260} />
      </Loading>
    );
  }
  if (shown.length === 0) return <EmptyState text={t('noTrades')} />;
  return <Ticks market={market} trades={shown} />;
}

type TicksProps = { market: Market; trades: readonly Tick[] };

const Ticks = memo(function Ticks({ market, trades }: TicksProps) {
  const { t } = useTranslation('kline');
  return (
    <div className={styles['trades']}>
      <p className={classNames(styles['heads'], styles['tick'])} aria-hidden="true">
        <span>{t('table.time')}</span>
        <span>{t('columns.price', { unit: market.quote })}</span>
        <span>{t('columns.amount', { unit: market.base })}</span>
      </p>
      <ul className={styles['tape']} aria-label={t('trades')}>
        {trades.slice(0, ROWS).map((tick, index) => {
          const before = trades[index + 1]?.price ?? tick.price;
          return (
            <Entry key={tick.seq} tick={tick} tone={compare(tick.price, before) < 0 ? 'down' : 'up'} market={market} />
          );
        })}
      </ul>
    </div>
  );
});

type EntryProps = { tick: Tick; tone: 'up' | 'down'; market: Market };

// A market is a new object with each price.
const isSameEntry = (a: EntryProps, b: EntryProps) =>
  a.tick.seq === b.tick.seq && a.tone === b.tone && a.market.id === b.market.id;

const Entry = memo(function Entry({ tick, tone, market }: EntryProps) {
  const format = useFormat();
  return (
    <li className={styles['tick']}>
      <time dateTime={tick.at}>{format.moment(Date.parse(tick.at), 'second')}</time>
      <Num kind="price" value={tick.price} places={market.pricePrecision} tone={tone} />
      <span>{isZero(tick.quantity) ? '—' : shortQuantity(tick.quantity, market.quantityPrecision, format)}</span>
    </li>
  );
}, isSameEntry);
