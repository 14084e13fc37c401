import { memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Book, BookLevel, Market } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { parseDecimal, ZERO } from '@halyard/contract/money';
import { TradeChart } from '../../domain/charts/TradeChart.tsx';
import { TradingColumns, TradingLayout, TradingLoading } from '../../domain/charts/TradingLayout.tsx';
import type { ChartActs } from '../../domain/charts/useChartMarks.ts';
import { useOwnFees } from '../../domain/limits/limitsApi.ts';
import { useIsDesktop } from '../../domain/desktop/useIsDesktop.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { MarketState } from '../../domain/markets/MarketState.tsx';
import { useBook } from '../../domain/markets/useBook.ts';
import { useMarketAsOf, useNamedMarket } from '../../domain/markets/useMarkets.ts';
import { useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import type { AppError } from '../../shared/api/appError.ts';
import type { DrawnOrder as Drawn } from '../../shared/navigation/feature.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { AsOf, StaleStrip } from '../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { MarketSide } from './book/MarketSide.tsx';
import { TickerStrip, TradeHeader } from './TradeHeader.tsx';
import { TicketPanel } from './ticket/TicketPanel.tsx';
import { useTicket } from './ticket/useTicket.ts';
import styles from './TradePage.module.css';

const FIELDS = 6;

const LEVELS = 16;

/** Spot trading: ticket beside the live book, the user's orders below. */
export function TradePage() {
  const [search] = useSearchParams();
  const named = search.get('symbol');
  const { market, error, isMissing, refetch } = useNamedMarket(named);
  // Ticket, book and orders take long to render and prices change often; deferred rendering does not block input.
  const shown = useDeferredValue(market);
  const symbol = market === undefined ? named : symbolOf(market);
  const side: Side = search.get('side') === 'sell' ? 'sell' : 'buy';
  const isThere = market !== undefined && shown !== undefined;
  const isDesktop = useIsDesktop();
  return (
    <Page
      header={
        <TradeHeader
          symbol={symbol}
          source={market?.priceSource}
          venues={market?.venues?.join(',')}
          {...(isDesktop && market !== undefined && { figures: <TickerStrip market={market} /> })}
        />
      }
      isWide={isThere}
    >
      {isThere ? (
        <ShownMarket market={shown} side={side} />
      ) : (
        <NoMarket error={error} isMissing={isMissing} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

type MarketProps = { market: Market; side: Side };

const ShownMarket = memo(function ShownMarket({ market, side }: MarketProps) {
  const asOfMs = useMarketAsOf(market.id);
  const price = useSearchParams()[0].get('price');
  const isDesktop = useIsDesktop();
  return (
    <>
      {!isDesktop && <TickerStrip market={market} />}
      <AsOf atMs={asOfMs} />
      {/* Another market, side or price from a link is another ticket. */}
      <Trade key={`${market.id}:${side}:${price ?? ''}`} market={market} side={side} />
    </>
  );
});

function Trade({ market, side }: MarketProps) {
  const symbol = symbolOf(market);
  const { book, error, isStale, retry } = useBook(symbol);
  // Each rendered book is complete, and the ticket uses the visible one.
  const shown = useDeferredValue(book);
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(symbol), [visit, symbol]);
  return <TradePanels market={market} side={side} book={shown} error={error} isStale={isStale} onRetry={retry} />;
}

// Below ticket and book, so their code loads later. The book changes ten times a second; the lists do not depend on it.
const Orders = lazyPart(async () => memo((await import('./orders/OrdersPanel.tsx')).OrdersPanel));

// No order is being dragged yet.
const DrawnOrder = lazyPart(async () => (await import('./edit/DrawnOrder.tsx')).DrawnOrder);

const BesideTicket = memo(MarketSide);

type TradePanelsProps = MarketProps & {
  book: Book | undefined;
  error: AppError | undefined;
  isStale: boolean;
  onRetry: () => void;
};

const TradePanels = memo(function TradePanels({
  market: published,
  side,
  book,
  error,
  isStale,
  onRetry,
}: TradePanelsProps) {
  const market = useOwnFees(published);
  const [search] = useSearchParams();
  const orderType = search.get('type') === 'market' ? 'market' : 'limit';
  const ticket = useTicket(market, book, { side, orderType, price: parseDecimal(search.get('price') ?? '') });
  const { dispatch } = ticket;
  const takeLevel = useCallback((level: BookLevel) => dispatch({ type: 'levelTapped', level }), [dispatch]);
  const [drawn, setDrawn] = useState<Drawn>();
  const [draws, setDraws] = useState(0);
  const acts = useMemo<ChartActs>(
    () => ({
      onMoveOrder: (id, to) => {
        setDrawn({ edit: String(id), to });
        setDraws((before) => before + 1);
      },
      onPlace: (price) => takeLevel([price, ZERO]),
    }),
    [takeLevel],
  );
  return (
    <>
      <MarketState {...market} />
      <StaleStrip isStale={isStale} />
      <Suspense fallback={null}>
        {drawn !== undefined && <DrawnOrder key={draws} drawn={drawn} market={market} />}
      </Suspense>
      <TradingLayout
        product="spot"
        market={market}
        chart={<TradeChart market={market} acts={acts} />}
        ticket={<TicketPanel market={market} ticket={ticket} isStale={isStale} />}
        book={
          <BesideTicket
            market={market}
            book={book}
            error={error}
            isStale={isStale}
            onRetry={onRetry}
            onLevel={takeLevel}
          />
        }
        orders={
          <Suspense fallback={null}>
            <Orders market={market} placed={ticket.sending.placed} />
          </Suspense>
        }
      />
    </>
  );
});

type NoMarketProps = { error: AppError | undefined; isMissing: boolean; onRetry: () => void };

function NoMarket({ error, isMissing, onRetry }: NoMarketProps) {
  const { t } = useTranslation('spot');
  if (error !== undefined) return <ErrorState error={error} onRetry={onRetry} />;
  return isMissing ? <EmptyState text={t('markets.missing')} /> : <TradeLoading />;
}

/** The trade screen's skeleton before its market is known. */
function TradeLoading() {
  return (
    <TradingLoading>
      <Skeleton height={30} />
      <TradingColumns>
        <div className={styles['stack']}>
          {Array.from({ length: FIELDS }, (_, index) => (
            <Skeleton key={index} shape="block" height={44} />
          ))}
        </div>
        <div className={styles['stack']}>
          {Array.from({ length: LEVELS }, (_, index) => (
            <Skeleton key={index} height={14} />
          ))}
        </div>
      </TradingColumns>
    </TradingLoading>
  );
}
