import { Menu, ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, List, ArrowDown, ArrowUp } from 'lucide-react';
import { Suspense, useDeferredValue, useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useOwnPreference, useTheme, useFavourites } from '../../domain/preferences/usePreferences.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsIdle } from '../../shared/scheduling/whenIdle.ts';
import { readText, writeText } from '../../shared/storage/localStore.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import styles from './Home.module.css';
import { knownNews, NewsPlace } from './NewsPlace.tsx';
import { HideButton, TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { useTotalEquity, useEquityAsOf } from '../../domain/wallet/useEquity.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import type { Market } from '@halyard/contract/market/calls';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
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

/** Home: the user's worth, news, and the markets with live prices. */
export function HomePage() {
  const { t } = useTranslation('home');
  const [search, setSearch] = useState<string>();
  const markets = useMarkets();
  // Deferred together with the rows.
  const updatedAtMs = useDeferredValue(markets.updatedAtMs);
  const wallet = useWallet();
  const openMenu = useOpenLeftMenu();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const refresh = () => Promise.all([markets.refetch(), wallet.wallet === undefined ? undefined : wallet.retry()]);
  const header = (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{t('title')}</h1>
      <IconButton icon={<Menu aria-hidden />} label={t('menu')} className={styles['menu']} onClick={openMenu} />
      <SearchField
        label={t('search')}
        value={search ?? ''}
        onValueChange={setSearch}
        onFocus={() => setSearch((typed = '') => typed)}
      />
      {search === undefined ? (
        isLoggedIn && <BellSlot />
      ) : (
        <button type="button" className={styles['searchEnd']} onClick={() => setSearch(undefined)}>
          {t('searchEnd')}
        </button>
      )}
    </header>
  );
  return (
    <Page header={header} isFlush isWide>
      <PullToRefresh onRefresh={refresh} updatedAtMs={updatedAtMs}>
        {search === undefined ? (
          <div className={styles['layout']}>
            <div>
              <BalanceCard />
              {isLoggedIn ? <StepsSlot /> : <NewsSlot />}
            </div>
            <div className={styles['markets']}>
              <MarketLists />
            </div>
          </div>
        ) : (
          <Suspense fallback={null}>
            <MarketSearch search={search} />
          </Suspense>
        )}
      </PullToRefresh>
    </Page>
  );
}

/** Code for parts of home that most visits do not need, with its texts. */
const later = async <Parts,>(load: Promise<Parts>): Promise<Parts> =>
  (await Promise.all([load, loadNamespace('start')]))[0];

const MarketSearch = lazyPart(async () => (await later(import('./later/MarketSearch.tsx'))).MarketSearch);
const FirstSteps = lazyPart(async () => (await later(import('./later/FirstSteps.tsx'))).FirstSteps);
const FirstStepsCheck = lazyPart(async () => (await import('./later/FirstSteps.tsx')).FirstStepsCheck);
const LightOffer = lazyPart(async () => (await later(import('./later/LightOffer.tsx'))).LightOffer);

/** Place of the first steps, reserved until they load; others see news there. */
function StepsSlot() {
  const isIdle = useIsIdle();
  const [stored] = useOwnPreference('firstSteps');
  // As on the first render: the steps stay until the page is left.
  const [shown] = useState(stored);
  if (shown === 'open') {
    const place = <div className={styles['stepsPlace']} />;
    return <Suspense fallback={place}>{isIdle ? <FirstSteps /> : place}</Suspense>;
  }
  return (
    <>
      <NewsSlot />
      <Suspense fallback={null}>{isIdle && stored === undefined && <FirstStepsCheck />}</Suspense>
    </>
  );
}

const OFFERED = 'light-offered';

/** Offers once to follow a device with a light theme: before the news, so that no market moves down for it. */
function ThemeSlot() {
  const { theme } = useTheme();
  const [isOffered, setOffered] = useState(
    () =>
      theme === 'dark' && readText(OFFERED) === undefined && window.matchMedia('(prefers-color-scheme: light)').matches,
  );
  if (!isOffered) return null;
  const end = () => {
    writeText(OFFERED, '1');
    setOffered(false);
  };
  return (
    <div className={styles['offerPlace']}>
      <Suspense fallback={null}>
        <LightOffer onAnswer={end} />
      </Suspense>
    </div>
  );
}

// Home works without it when the connection is lost meanwhile.
const MessageBell = lazyPart(async () => (await import('../../domain/notifications/MessageBell.tsx')).MessageBell);

/** Place of the bell, reserved until it loads when the browser is idle. */
function BellSlot() {
  const isIdle = useIsIdle();
  return (
    <span className={styles['bell']}>
      <Suspense fallback={null}>{isIdle && <MessageBell />}</Suspense>
    </span>
  );
}

// Home works without them when the connection is lost meanwhile.
const HomeNews = lazyPart(async () => (await import('./news/HomeNews.tsx')).HomeNews, NewsPlace);

/** Place of banners and the newest notice, reserved until they load after the prices, when the browser is idle. */
function NewsSlot() {
  const isIdle = useIsIdle();
  const [known] = useState(knownNews);
  const place = <NewsPlace {...known} />;
  return (
    <div className={styles['news']}>
      <ThemeSlot />
      <Suspense fallback={place}>{isIdle ? <HomeNews {...known} /> : place}</Suspense>
    </div>
  );
}

// Only while offline.
const AsOf = lazyPart(async () => (await import('../../shared/ui/AsOf.tsx')).AsOf);

// After the prices.
const TodayProfit = lazyPart(async () => (await import('../../domain/wallet/TodayProfit.tsx')).TodayProfit);

/** Worth of the user's holdings; asks to log in otherwise. Shows the source of the prices. */
function BalanceCard() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <div className={styles['card']}>
      <Card isHero>{isLoggedIn ? <Balance /> : <Invitation />}</Card>
    </div>
  );
}

function Balance() {
  const { t } = useTranslation('home');
  const total = useTotalEquity();
  const asOfMs = useEquityAsOf();
  const isIdle = useIsIdle();
  return (
    <>
      <div className={styles['cardHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <HideButton label={t('hide')} className={styles['eye']} />
        <Source />
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={total} />
      </p>
      <div className={styles['today']}>
        <Suspense fallback={null}>{isIdle && <TodayProfit />}</Suspense>
      </div>
      <Suspense fallback={null}>{asOfMs !== undefined && <AsOf atMs={asOfMs} />}</Suspense>
      <ActionLinks
        label={t('total')}
        items={[
          { icon: <ArrowDownToLine />, label: t('deposit'), to: paths.deposit() },
          { icon: <ArrowUpFromLine />, label: t('withdraw'), to: paths.withdraw() },
          { icon: <ArrowLeftRight />, label: t('transfer'), to: paths.transfer() },
          { icon: <List />, label: t('records'), to: paths.assetsRecord() },
        ]}
      />
    </>
  );
}

function Invitation() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className={styles['invitation']}>{t('welcome')}</p>
      <p className={styles['soft']}>{t('explain')}</p>
      <p className={styles['sourceLine']}>
        <Source />
      </p>
      <div className={styles['actions']}>
        <ButtonLink kind="ghost" to={paths.login()}>
          {t('logIn')}
        </ButtonLink>
        <ButtonLink to={paths.register()}>{t('register')}</ButtonLink>
      </div>
    </>
  );
}

function Source() {
  const { data } = useMarkets();
  const first = data?.ids[0] === undefined ? undefined : data.byId[data.ids[0]];
  return (
    <span className={styles['source']}>
      {first !== undefined && <SourceLabel source={first.priceSource} venues={first.venues} />}
    </span>
  );
}

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
function MarketLists() {
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
      <ul ref={list}>
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
