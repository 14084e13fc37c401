import { Star } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MarketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { subtract } from '@halyard/contract/money';
import type { ListedMarket } from '../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useIsQuiet, useMarketRow } from '../../domain/markets/useMarkets.ts';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { Sparkline } from '../../shared/charts/Sparkline.tsx';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { directionOf } from '../../shared/format/numbers.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { usePrevious } from '../../shared/time/usePrevious.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import flash from '../../shared/ui/Flash.module.css';
import styles from './Home.module.css';

/**
 * A market row: pair, name of the coin, star of a favourite, sparkline, price with the 24 h turnover, and change. Dims
 * when no data arrives. `leadsTo` the chart, or to trading futures.
 */
export function MarketRow({ id, leadsTo }: { id: MarketId; leadsTo?: LeadsTo }) {
  const market = useMarketRow(id);
  const isQuiet = useIsQuiet(id);
  return market === undefined ? null : <MarketFigures market={market} isQuiet={isQuiet} leadsTo={leadsTo} />;
}

// Names are many.
const CoinName = lazyPart(async () => (await import('../../domain/markets/CoinName.tsx')).CoinName);

type LeadsTo = 'kline' | 'lever' | undefined;

type MarketFiguresProps = {
  market: ListedMarket & Partial<Pick<Market, 'sparkline'>>;
  isQuiet: boolean;
  leadsTo?: LeadsTo;
};

/** The row of a live or a cached market. */
export function MarketFigures({ market, isQuiet, leadsTo = 'kline' }: MarketFiguresProps) {
  const symbol = symbolOf(market);
  return (
    <div className={classNames(styles['row'], isQuiet && styles['quiet'])}>
      <Link to={paths[leadsTo]({ symbol })} className={styles['rowLink']} data-held={symbol}>
        <CoinIcon symbol={market.base} />
        <span className={styles['names']}>
          <span className={styles['pair']}>
            <b>{market.base}</b>
            <span className={styles['soft']}>{`/${market.quote}`}</span>
          </span>
          <span className={styles['coinName']}>
            <Suspense fallback={null}>
              <CoinName symbol={market.base} />
            </Suspense>{' '}
            <FavouriteMark symbol={symbol} />
          </span>
        </span>
        <Sparkline closes={market.sparkline} />
        <span className={styles['prices']}>
          <LastPrice market={market} />
          <span className={styles['soft']}>
            <Num kind="compact" value={market.turnover} />
          </span>
        </span>
        <span className={styles['change']}>
          <Change percent={market.changePercent} variant="pill" />
        </span>
      </Link>
    </div>
  );
}

function FavouriteMark({ symbol }: { symbol: string }) {
  const { t } = useTranslation('home');
  const { favourites } = useFavourites();
  if (!favourites.includes(symbol)) return null;
  return <Star role="img" aria-label={t('favourite', { symbol })} size={12} className={styles['star']} />;
}

const MOVED = { up: classNames(styles['up'], flash['flash']), down: classNames(styles['down'], flash['flash']) };

/** The price, flashed in its colour when it moves; at most three times a second. */
function LastPrice({ market }: { market: Pick<Market, 'lastPrice' | 'pricePrecision'> }) {
  const price = market.lastPrice;
  const before = usePrevious(price);
  const direction = price === null || before == null ? 'flat' : directionOf(subtract(price, before));
  return (
    <span className={styles['price']}>
      <span key={price} className={classNames(styles['wash'], direction !== 'flat' && MOVED[direction])}>
        <Num kind="price" value={price} places={market.pricePrecision} />
      </span>
    </span>
  );
}
