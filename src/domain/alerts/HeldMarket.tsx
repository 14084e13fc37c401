import { BellPlus, ChartCandlestick, Star } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyAlertSheet } from './AlertBell.tsx';
import { marketOf } from '../markets/marketsData.ts';
import { useMarkets } from '../markets/useMarkets.ts';
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

/** Long press, by finger or context menu key, with an action of its own. */

const HOLD_MS = 500;
/** A finger that moves further is scrolling. */
const SLOP_PX = 10;

/** Calls `onHold` with the `data-held` value of the element in `list` that is held. Returns the clean-up. */
function attachHold(list: HTMLElement, onHold: (held: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: PointerEvent | undefined;
  let isDown = false;
  /** Set until the next press: the click that ends a hold must not activate the row. */
  let wasHeld = false;

  const letGo = () => clearTimeout(timer);
  const onUp = () => {
    isDown = false;
    letGo();
  };
  const hold = (target: EventTarget | null) => {
    letGo();
    const held = target instanceof Element ? target.closest<HTMLElement>('[data-held]')?.dataset['held'] : undefined;
    if (held === undefined || wasHeld) return;
    wasHeld = true;
    navigator.vibrate?.(10);
    onHold(held);
  };
  const onDown = (event: PointerEvent) => {
    letGo();
    wasHeld = false;
    isDown = true;
    from = event;
    if (event.isPrimary && event.button === 0) timer = setTimeout(() => hold(event.target), HOLD_MS);
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (from !== undefined && Math.hypot(clientX - from.clientX, clientY - from.clientY) > SLOP_PX) letGo();
  };
  const onMenu = (event: MouseEvent) => {
    event.preventDefault();
    // A long press may open the menu before or after the timer; a key does with no finger down.
    if (!isDown) wasHeld = false;
    hold(event.target);
  };
  const onClick = (event: MouseEvent) => {
    // A click made by a key has `detail` 0.
    if (!wasHeld || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    wasHeld = false;
  };

  list.addEventListener('pointerdown', onDown, { signal });
  list.addEventListener('pointermove', onMove, { signal });
  list.addEventListener('pointerup', onUp, { signal });
  list.addEventListener('pointercancel', onUp, { signal });
  list.addEventListener('contextmenu', onMenu, { signal });
  // Captured before the link handles it.
  list.addEventListener('click', onClick, { signal, capture: true });
  return () => {
    letGo();
    listening.abort();
  };
}
