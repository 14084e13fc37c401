import { Menu } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsIdle } from '../../shared/scheduling/useIsIdle.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { SearchField } from '../../shared/ui/SearchField.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import styles from './Home.module.css';
import { MarketLists } from './MarketLists.tsx';
import { knownNews, NewsPlace } from './NewsPlace.tsx';

/** Home: the user's worth, news, and the markets with live prices. */
export function HomePage() {
  const { t } = useTranslation('home');
  const [search, setSearch] = useState('');
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
      <IconButton icon={<Menu aria-hidden />} label={t('menu')} onClick={openMenu} />
      <SearchField label={t('search')} value={search} onValueChange={setSearch} />
      {isLoggedIn && <BellSlot />}
    </header>
  );
  return (
    <Page header={header} isFlush isWide>
      <PullToRefresh onRefresh={refresh} updatedAtMs={updatedAtMs}>
        <div className={styles['layout']}>
          {/* Searching needs the list; the card would only push it down. */}
          {search === '' && (
            <div>
              <BalanceCard />
              <NewsSlot />
            </div>
          )}
          <div className={styles['markets']}>
            <MarketLists search={search} />
          </div>
        </div>
      </PullToRefresh>
    </Page>
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
      <Suspense fallback={place}>{isIdle ? <HomeNews {...known} /> : place}</Suspense>
    </div>
  );
}
