import { Menu } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useOwnPreference, useTheme } from '../../domain/preferences/usePreferences.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useIsIdle } from '../../shared/scheduling/useIsIdle.ts';
import { readText, writeText } from '../../shared/storage/localStore.ts';
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
      <IconButton icon={<Menu aria-hidden />} label={t('menu')} onClick={openMenu} />
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
