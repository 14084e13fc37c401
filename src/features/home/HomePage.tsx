import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { useOpenLeftMenu } from '../../shared/navigation/leftMenu.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import styles from './Home.module.css';
import { MarketLists } from './MarketLists.tsx';
import { SearchBox } from './SearchBox.tsx';

/** Home (specification, section 2): what one owns, and the markets with live prices. */
export function HomePage() {
  const { t } = useTranslation('home');
  const [search, setSearch] = useState('');
  const markets = useMarkets();
  const wallet = useWallet();
  const openMenu = useOpenLeftMenu();
  const refresh = () => Promise.all([markets.refetch(), wallet.wallet === undefined ? undefined : wallet.retry()]);
  const header = (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{t('title')}</h1>
      <IconButton icon={<Menu aria-hidden />} label={t('menu')} onClick={openMenu} />
      <SearchBox value={search} onChange={setSearch} />
    </header>
  );
  return (
    <Page header={header} isFlush>
      <PullToRefresh onRefresh={refresh} updatedAtMs={markets.updatedAtMs}>
        {/* Who searches wants the list; the card would only push it down. */}
        {search === '' && <BalanceCard />}
        <MarketLists search={search} />
      </PullToRefresh>
    </Page>
  );
}
