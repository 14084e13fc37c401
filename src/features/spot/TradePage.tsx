import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import type { Side } from '@halyard/contract/calls/spot';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useBook, useMarket, useMarkets } from '../../domain/markets/useMarkets.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { OrderBook } from './book/OrderBook.tsx';
import { OrdersPanel } from './orders/OrdersPanel.tsx';
import { TicketPanel } from './ticket/TicketPanel.tsx';
import { useTicket } from './ticket/useTicket.ts';
import styles from './Trade.module.css';
import { TradeHeader } from './TradeHeader.tsx';
import { TradeLoading } from './TradeLoading.tsx';

/** Spot trading (specification, section 2): ticket beside the live book, the user's orders below. */
export function TradePage() {
  const [search] = useSearchParams();
  const { data, error, refetch } = useMarkets();
  const first = data?.ids[0] === undefined ? undefined : data.byId[data.ids[0]];
  const symbol = search.get('symbol') ?? (first && symbolOf(first));
  const { market, isMissing } = useMarket(symbol);
  const side: Side = search.get('side') === 'sell' ? 'sell' : 'buy';
  if (market === undefined) {
    return (
      <Page header={<TradeHeader market={undefined} />}>
        <NoMarket error={error} isMissing={isMissing} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page header={<TradeHeader market={market} />}>
      {/* Another market or side from a link is another ticket. */}
      <Trade key={`${market.id}:${side}`} market={market} side={side} />
    </Page>
  );
}

function Trade({ market, side }: { market: Market; side: Side }) {
  const { t } = useTranslation('spot');
  const { book, error, isStale, retry } = useBook(symbolOf(market));
  const ticket = useTicket(market, book, side);
  return (
    <>
      {market.status !== 'trading' && (
        <Banner kind="info" text={t(market.status === 'feed-ended' ? 'suspended.ended' : 'suspended.stalled')} />
      )}
      {isStale && <Banner kind="stale" text={t('stale')} />}
      <div className={styles['columns']}>
        <TicketPanel market={market} ticket={ticket} isStale={isStale} />
        <OrderBook
          market={market}
          book={book}
          error={error}
          isStale={isStale}
          onRetry={retry}
          onLevel={(level) => ticket.dispatch({ type: 'levelTapped', level })}
        />
      </div>
      <div className={styles['orders']}>
        <OrdersPanel market={market} />
      </div>
    </>
  );
}

type NoMarketProps = { error: AppError | undefined; isMissing: boolean; onRetry: () => void };

function NoMarket({ error, isMissing, onRetry }: NoMarketProps) {
  const { t } = useTranslation('spot');
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  return isMissing ? <EmptyState text={t('markets.missing')} /> : <TradeLoading />;
}
