import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TradeChart } from '../../../domain/charts/TradeChart.tsx';
import { AssetsTable } from '../../../domain/desktop/AssetsTable.tsx';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useNamedMarket } from '../../../domain/markets/useMarkets.ts';
import { useRecentMarkets } from '../../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import styles from './HomeDesktop.module.css';

/** On a wide screen: the user's assets below the news, and below all the chart of the market that they opened last. */
export function HomeDesktop() {
  const { t } = useTranslation('shell');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { recents } = useRecentMarkets();
  const { market } = useNamedMarket(recents[0] ?? null);
  return (
    <>
      {isLoggedIn && (
        <section className={styles['assets']} aria-label={t('tabs.assets')}>
          <h2 className={styles['heading']}>
            <Link to={paths.assets()}>{t('tabs.assets')}</Link>
          </h2>
          <AssetsTable />
        </section>
      )}
      {market !== undefined && (
        <section className={styles['market']} aria-label={symbolOf(market)}>
          <h2 className={styles['heading']}>
            <Link to={paths.trade({ symbol: symbolOf(market) })}>
              {symbolOf(market)}
              <ArrowLeftRight aria-hidden size={16} />
            </Link>
          </h2>
          <div className={styles['picture']}>
            <TradeChart market={market} />
          </div>
        </section>
      )}
    </>
  );
}
