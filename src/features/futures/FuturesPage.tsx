import { ChevronDown, History } from 'lucide-react';
import {
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  useCallback,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Market } from '@halyard/contract/market/calls';
import { derivativesFault } from '@halyard/contract/market/liveIndex';
import { type Decimal, isZero } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { TradeChart } from '../../domain/charts/TradeChart.tsx';
import { TradingColumns, TradingLayout, TradingLoading } from '../../domain/charts/TradingLayout.tsx';
import { useIsDesktop } from '../../domain/desktop/useIsDesktop.ts';
import {
  useAccountAsOf,
  useLiveAccount,
  useLivePositions,
  type LivePosition,
} from '../../domain/futures/useFutures.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { MarketState } from '../../domain/markets/MarketState.tsx';
import { ProductHeader, type ProductMarkets } from '../../domain/markets/ProductHeader.tsx';
import { useProductMarket } from '../../domain/markets/productMarket.ts';
import { useIsQuiet, useMarketAsOf } from '../../domain/markets/useMarkets.ts';
import { useOwnPreference, useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import type { ChartMarks, OrderLine } from '../../shared/charts/chartSettings.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { AsOf, StaleStrip } from '../../shared/ui/AsOf.tsx';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Futures.module.css';
import { POSITIONS_ID, type FuturesMarket, type OpenSheet } from './futuresTypes.ts';
import { TicketLoading } from './ticket/TicketLoading.tsx';

const SIDES = { long: 'buy', short: 'sell' } as const;

const PositionSheets = lazyPart(async () => (await import('./positions/PositionSheets.tsx')).PositionSheets);

type Drawn = { readonly line: string; readonly price: Decimal };

/** The market's chart with the user's positions. A dragged stop is confirmed before it changes. */
function FuturesChart({ market, facts }: { market: Market; facts: FuturesMarket }) {
  const [drawn, setDrawn] = useState<Drawn>();
  const onMove = useCallback((line: string, price: Decimal) => setDrawn({ line, price }), []);
  return (
    <>
      <TradeChart isOfFutures market={market} marks={useFuturesMarks(facts, onMove)} />
      {drawn !== undefined && <DrawnStop drawn={drawn} />}
    </>
  );
}

function DrawnStop({ drawn }: { drawn: Drawn }) {
  const { positions } = useLivePositions('trading');
  const [closed, setClosed] = useState<Drawn>();
  return (
    <Suspense fallback={null}>
      <PositionSheets
        sheet={closed === drawn ? undefined : sheetOf(drawn, positions ?? [])}
        onClose={() => setClosed(drawn)}
      />
    </Suspense>
  );
}

function sheetOf({ line, price }: Drawn, positions: readonly OpenSheet['position'][]): OpenSheet | undefined {
  for (const position of positions) {
    for (const name of ['profit', 'loss'] as const) {
      if (stopLine(name, position) === line) return { kind: 'stops', position, drawn: { [name]: price } };
    }
  }
  return undefined;
}

/**
 * The user's positions as chart marks: entry, stops and liquidation prices. Stable until one of the prices changes.
 * `onMove` receives a dragged stop by the name of its line, {@link stopLine}.
 */
function useFuturesMarks({ id }: FuturesMarket, onMove: NonNullable<ChartMarks['onMove']>): ChartMarks {
  const { t } = useTranslation('futures');
  const account = useLiveAccount();
  const { positions: pending } = useLivePositions('pending');
  const here = account.positions.filter(({ position }) => position.marketId === id);
  const waiting = (pending ?? []).filter(({ marketId }) => marketId === id);
  const orders: readonly OrderLine[] = [
    ...here.flatMap((live) => linesOf(live, t)),
    ...waiting.map((order) => ({
      id: `order-${order.id}`,
      side: SIDES[order.side],
      price: order.entryPrice,
      label: t('marks.order', { side: t(`side.${order.side}`), size: t('lotCount', { count: order.lots }) }),
    })),
  ];
  const key = JSON.stringify(orders);
  return useMemo(
    () => ({
      orders: JSON.parse(key) as OrderLine[],
      trades: [],
      arePositions: true,
      ordersName: t('marks.ordersName'),
      onMove,
    }),
    [key, t, onMove],
  );
}

function stopLine(name: 'profit' | 'loss', { id }: Pick<FuturesPosition, 'id'>): string {
  return `${name}-${id}`;
}

type Words = ReturnType<typeof useTranslation<'futures'>>['t'];

function linesOf({ position, liquidation }: LivePosition, t: Words): OrderLine[] {
  const { id, side, lots, entryPrice, takeProfit, stopLoss } = position;
  const opened = t('marks.open', { side: t(`side.${side}`), size: t('lotCount', { count: lots }) });
  const stop = (name: 'profit' | 'loss', price: OrderLine['price'], label: string): OrderLine[] =>
    isZero(price) ? [] : [{ id: stopLine(name, position), side: 'even', price, label, isMovable: true }];
  return [
    { id: `open-${id}`, side: SIDES[side], price: entryPrice, label: opened },
    ...stop('profit', takeProfit, t('marks.takeProfit')),
    ...stop('loss', stopLoss, t('marks.stopLoss')),
    ...(liquidation === undefined || liquidation === 'none'
      ? []
      : [{ id: `end-${id}`, side: 'end' as const, price: liquidation, label: t('marks.liquidation') }]),
  ];
}

const FIELDS = 6;

const ACTIONS = <Actions />;

/** Futures: figures, chart, ticket, positions and orders; the spot book on demand. */
export function FuturesPage() {
  useDarkPage();
  const { market, open, named, isMissing, error, retry } = useProductMarket('isFuturesOpen');
  // Ticket, book and positions take long to render and prices change often; deferred rendering does not block input.
  const shown = useDeferredValue(market);
  const symbol = market === undefined ? named : symbolOf(market);
  const isThere = market !== undefined && shown !== undefined;
  const isDesktop = useIsDesktop();
  return (
    <Page
      header={
        <FuturesHeader
          symbol={symbol}
          source={market?.priceSource}
          venues={market?.venues}
          symbols={open.map(symbolOf)}
          {...(isDesktop && market !== undefined && { figures: <Price market={market} symbol={symbolOf(market)} /> })}
        />
      }
      isWide={isThere}
    >
      {isThere && <Screen key={shown.id} market={shown} />}
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {isMissing && <EmptyState text={errorText('MARKET_NOT_OPEN')} />}
      {!isThere && error === undefined && !isMissing && <FuturesLoading />}
    </Page>
  );
}

// The page renders with its market first.
const Ticket = lazyPart(async () => memo((await import('./ticket/FuturesTicket.tsx')).FuturesTicket));

const Positions = lazyPart(async () => memo((await import('./positions/PositionsPanel.tsx')).PositionsPanel));

// Few users open it.
const Book = lazyPart(async () => memo((await import('./book/FuturesBook.tsx')).FuturesBook));

const Screen = memo(function Screen({ market }: { market: Market }) {
  const isDesktop = useIsDesktop();
  const facts = useFacts(market);
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(facts.symbol), [visit, facts.symbol]);
  return (
    <>
      {!isDesktop && <Price market={market} symbol={facts.symbol} />}
      <Age marketId={market.id} />
      <State market={market} />
      <TradingLayout
        product="futures"
        ticketWidth="alone"
        market={market}
        chart={<FuturesChart market={market} facts={facts} />}
        ticket={
          <div>
            <Suspense fallback={<TicketLoading />}>
              <Ticket market={facts} />
            </Suspense>
          </div>
        }
        book={
          isDesktop ? (
            <Suspense fallback={<Skeleton shape="block" height={300} />}>
              <Book symbol={facts.symbol} places={market.pricePrecision} />
            </Suspense>
          ) : (
            <BookOnDemand symbol={facts.symbol} places={market.pricePrecision} />
          )
        }
        orders={
          <div id={POSITIONS_ID} className={styles['positions']}>
            {/* The links appear with the positions above them, which would move them. */}
            <Suspense fallback={null}>
              <Positions market={facts} />
              <Help />
            </Suspense>
          </div>
        }
      />
    </>
  );
});

/** The spot book is for orientation only: futures open and close at the mark price. */
function BookOnDemand({ symbol, places }: { symbol: string; places: number }) {
  const { t } = useTranslation('futures');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles['book']}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('book.label')}
        <ChevronDown aria-hidden size={16} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton shape="block" height={300} />}>
            <Book symbol={symbol} places={places} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

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
  const fault = derivativesFault({ ...market, source: priceSource });
  return useMemo(
    () => ({ id, base, quote, pricePrecision, status, priceSource, fault, symbol }),
    [id, base, quote, pricePrecision, status, priceSource, fault, symbol],
  );
}

/** Age of the shown price and positions. */
function Age({ marketId }: { marketId: Market['id'] }) {
  return <AsOf atMs={oldestOf(useMarketAsOf(marketId), useAccountAsOf())} />;
}

function State({ market }: { market: Market }) {
  const isStale = useIsStale();
  const fault = derivativesFault({ ...market, source: market.priceSource });
  return (
    <>
      <MarketState {...market} />
      {fault === 'VENUES_TOO_FEW' && <Banner kind="info" text={errorText(fault)} />}
      <StaleStrip isStale={isStale} />
    </>
  );
}

/** The mark price, its day, the overnight fee and the time to it. */
function Price({ market, symbol }: { market: Market; symbol: string }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const isQuiet = useIsQuiet(market.id);
  const isDown = market.changePercent?.startsWith('-') === true;
  const { pricePrecision: places, overnightRate } = market;
  const figures = [
    { name: 'high', label: t('high'), value: <Num kind="price" value={market.high} places={places} /> },
    { name: 'low', label: t('low'), value: <Num kind="price" value={market.low} places={places} /> },
    {
      name: 'overnight',
      label: <OvernightIn />,
      value: overnightRate === undefined ? '—' : t('figures.overnightRate', { rate: format.percent(overnightRate) }),
    },
  ];
  return (
    <div className={styles['price']}>
      <Link to={paths.kline({ symbol })} className={classNames(styles['last'], isQuiet && styles['quiet'])}>
        <span className={styles['name']}>{t('card.mark')}</span>
        <VisuallyHidden>{t('toChart', { symbol })}</VisuallyHidden>
        <b>
          <Num kind="price" value={market.lastPrice} places={places} tone={isDown ? 'down' : 'up'} />
        </b>
        <Change percent={market.changePercent} />
      </Link>
      <dl className={styles['day']}>
        {figures.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function FuturesHeader(markets: ProductMarkets & { figures?: ReactNode }) {
  const { t } = useTranslation('futures');
  return <ProductHeader {...markets} title={t('markets')} pathTo={paths.lever} hasSwitch hasBack actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('futures');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.leverHistory()} />;
}

/** Shows the page with its sheets and its chart in the dark theme, unless the user chose the app's theme for it. */
function useDarkPage(): void {
  const [theme] = useOwnPreference('futuresTheme');
  useLayoutEffect(() => {
    if (theme === 'app') return undefined;
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
  }, [theme]);
}

/** The screen's skeleton before its market is known. */
function FuturesLoading() {
  return (
    <TradingLoading>
      <div className={styles['loading']}>
        <Skeleton height={28} />
        <TradingColumns ticket="alone">
          <div className={styles['stack']}>
            {Array.from({ length: FIELDS }, (_, index) => (
              <Skeleton key={index} shape="block" height={44} />
            ))}
          </div>
        </TradingColumns>
      </div>
    </TradingLoading>
  );
}

/** The time to the exchange's next midnight, when overnight fees are charged. */
function OvernightIn() {
  const { t } = useTranslation('futures');
  const time = useEachSecond((nowMs) => countdownText(DAY_MS - (serverTimeMs(nowMs) % DAY_MS)));
  return t('figures.overnightIn', { time });
}
