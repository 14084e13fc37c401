import { BellPlus, ChartCandlestick, Star } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyAlertSheet } from './AlertBell.tsx';
import { marketOf } from '../markets/marketsData.ts';
import { useMarkets } from '../markets/useMarkets.ts';
import { attachHold } from '../preferences/hold.ts';
import { useFavourites } from '../preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './HeldMarket.module.css';

/** Long press on a market in the list: star and price alerts. */
export function HeldMarket({ list }: { list: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation(['alerts', 'shell']);
  const { favourites, toggle } = useFavourites();
  const { data } = useMarkets();
  const [symbol, setSymbol] = useState('');
  const [open, setOpen] = useState<'choice' | 'alerts'>();
  useEffect(() => {
    const showSheet = (held: string) => {
      setSymbol(held);
      setOpen('choice');
    };
    return list.current === null ? undefined : attachHold(list.current, showSheet);
  }, [list]);
  const close = () => setOpen(undefined);
  const isStarred = favourites.includes(symbol);
  const market = marketOf(data, symbol);
  const star = () => {
    toggle(symbol);
    close();
  };
  return (
    <>
      <Sheet isOpen={open === 'choice'} onOpenChange={close} title={symbol}>
        <div className={styles['rows']}>
          <ListRow
            start={<Star aria-hidden fill={isStarred ? 'currentColor' : 'none'} />}
            title={t(isStarred ? 'alerts:held.unstar' : 'alerts:held.star')}
            onPress={star}
          />
          {market?.isFuturesOpen === true && (
            <ListRow
              start={<ChartCandlestick aria-hidden />}
              title={t('shell:titles.lever')}
              to={paths.lever({ symbol })}
            />
          )}
          <ListRow
            start={<BellPlus aria-hidden />}
            title={t('shell:titles.priceAlerts')}
            onPress={() => setOpen('alerts')}
          />
        </div>
      </Sheet>
      {market !== undefined && <LazyAlertSheet marketId={market.id} isOpen={open === 'alerts'} onOpenChange={close} />}
    </>
  );
}
