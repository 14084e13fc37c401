import { Star } from 'lucide-react';
import { memo } from 'react';
import type { ListedMarket } from '../../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useListedMarket } from '../../../domain/markets/useMarkets.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import type { formatsOf } from '../../../shared/format/useFormat.ts';
import styles from './Markets.module.css';

type MarketLineProps = {
  listed: ListedMarket;
  index: number;
  /** Given from above, as all that is the same for every row: rows are drawn anew with each key of a search. */
  format: ReturnType<typeof formatsOf>;
  starLabel: string;
  isFavourite: boolean;
  onStar: (symbol: string) => void;
  onChoose: (symbol: string) => void;
};

/** A market of the list: its star, and the whole rest to choose it. */
export const MarketLine = memo(function MarketLine(props: MarketLineProps) {
  const { listed, index, format, starLabel, isFavourite, onStar, onChoose } = props;
  const market = useListedMarket(listed);
  const symbol = symbolOf(market);
  const { turnover, lastPrice } = market;
  return (
    <div translate="no" role="row" aria-rowindex={index + 2} className={styles['row']}>
      <div role="cell" className={styles['name']}>
        <button
          type="button"
          className={styles['star']}
          aria-label={starLabel}
          aria-pressed={isFavourite}
          onClick={() => onStar(symbol)}
        >
          <StarIcon isFavourite={isFavourite} />
        </button>
        <button type="button" data-row={index} className={styles['choose']} onClick={() => onChoose(symbol)}>
          <b>{market.base}</b>
          <span className={styles['soft']}>{`/${market.quote}`}</span>
        </button>
      </div>
      <div role="cell" className={styles['volume']}>
        {turnover === null || turnover === undefined ? MISSING : format.compact(turnover)}
      </div>
      <div role="cell" className={styles['price']}>
        {lastPrice === null ? MISSING : format.price(lastPrice, market.pricePrecision)}
      </div>
      <div role="cell" className={styles['change']}>
        <Change percent={market.changePercent} look="pill" />
      </div>
    </div>
  );
});

const StarIcon = memo(function StarIcon({ isFavourite }: { isFavourite: boolean }) {
  return <Star aria-hidden size={16} fill={isFavourite ? 'currentColor' : 'none'} />;
});

const MISSING = <Num kind="price" value={null} />;
