import { ArrowDown, ArrowUp } from 'lucide-react';
import { Suspense, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsIdle } from '../../shared/scheduling/useIsIdle.ts';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import styles from './Home.module.css';
import {
  type ChooseMarkets,
  MARKET_VIEWS,
  type MarketView,
  nextSort,
  orderMarkets,
  type Sort,
  type SortColumn,
} from './marketOrder.ts';
import { MarketRow } from './MarketRow.tsx';

const ROWS = 6;

// No market can be held before one is shown.
const HeldMarket = lazyPart(async () => {
  const [{ HeldMarket: Held }] = await Promise.all([
    import('../../domain/alerts/HeldMarket.tsx'),
    loadNamespace('alerts'),
  ]);
  return Held;
});

// Only while offline.
const CachedMarkets = lazyPart(async () => (await import('./cached/CachedMarkets.tsx')).CachedMarkets);

/** The markets: favourites, all, those with futures, gainers, losers, volume. */
export function MarketLists() {
  const { t } = useTranslation('home');
  const [view, setView] = useState<MarketView>('spot');
  return (
    <Tabs
      label={t('lists')}
      value={view}
      onValueChange={setView}
      items={MARKET_VIEWS.map((value) => ({
        value,
        label: t(`view.${value}`),
        content: <MarketList view={value} />,
      }))}
    />
  );
}

function MarketList({ view }: { view: MarketView }) {
  const { t } = useTranslation('home');
  const { data, error, refetch, isFetching } = useMarkets();
  const { favourites } = useFavourites();
  const [sort, setSort] = useState<Sort>();
  const list = useRef<HTMLUListElement>(null);
  const isIdle = useIsIdle();
  // The first render has many rows; deferred, it does not block input.
  const isThere = useDeferredValue(data !== undefined);
  const choose: ChooseMarkets = (all) => orderMarkets(all, { view, sort, favourites });
  if (error !== undefined) {
    return (
      <Suspense fallback={<MarketsLoading />}>
        <CachedMarkets choose={choose} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Suspense>
    );
  }
  if (data === undefined || !isThere) return <MarketsLoading />;
  const all = data.ids.map((id) => data.byId[id]).filter((market): market is Market => market !== undefined);
  const markets = choose(all);
  if (markets.length === 0) return <EmptyState text={t(`empty.${view}`)} />;
  return (
    <>
      <MarketHeads sort={sort} onSort={setSort} />
      <ul ref={list} className={styles['list']}>
        {markets.map(({ id }) => (
          <li key={id}>
            <MarketRow id={id} leadsTo={view === 'futures' ? 'lever' : 'kline'} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>{isIdle && <HeldMarket list={list} />}</Suspense>
    </>
  );
}

/** The markets while they load. */
function MarketsLoading() {
  return (
    <Loading>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={styles['row']}>
          <div className={styles['rowLink']}>
            <Skeleton shape="circle" width={32} height={32} />
            <Skeleton width="70%" />
            <span className={styles['sparkline']}>
              <Skeleton width={50} />
            </span>
            <Skeleton width="80%" />
            <Skeleton width="100%" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

type MarketHeadsProps = { sort: Sort; onSort: (sort: Sort) => void };

/** Column heads that sort the list. */
function MarketHeads({ sort, onSort }: MarketHeadsProps) {
  const { t } = useTranslation('home');
  const head = (column: SortColumn) => (
    <button
      type="button"
      className={styles['head']}
      aria-pressed={sort?.column === column}
      onClick={() => onSort(nextSort(sort, column))}
    >
      {t(`column.${column}`)}
      {sort?.column === column &&
        (sort.isDescending ? <ArrowDown aria-hidden size={12} /> : <ArrowUp aria-hidden size={12} />)}
    </button>
  );
  return (
    <div className={styles['heads']} role="group" aria-label={t('sort')}>
      {head('volume')}
      {head('price')}
      {head('change')}
    </div>
  );
}
