import { useEffect, useRef } from 'react';
import type { ChartController } from './chartController.ts';
import type { ChartMarks } from './chartSettings.ts';
import type { Layout } from './layout.ts';
import { LineGrips } from './LineGrips.tsx';
import styles from './PricePane.module.css';
import type { ChartSetup } from './setup.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fromModelNumber, isPositive, type Decimal } from '@halyard/contract/money';
import { formatPrice } from '../format/numbers.ts';
import { valueAt, yOf, type ValueScale } from './valueScale.ts';

type PricePaneProps = { controller: ChartController; setup: ChartSetup; marks: ChartMarks };

/** Interactive elements over the candles. As high as the price pane in every layout. */
export function PricePane({ controller, setup, marks }: PricePaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let placed: Layout | undefined;
    // On every picture, outside React; the layout is the same object until it changes.
    const place = () => {
      const layout = controller.scene?.layout;
      if (pane.current === null || layout === undefined || layout === placed) return;
      placed = layout;
      const { style } = pane.current;
      style.insetInlineEnd = `${layout.axisWidth}px`;
      style.insetBlockStart = `${layout.price.top}px`;
      style.blockSize = `${layout.price.height}px`;
    };
    place();
    return controller.subscribe(place);
  }, [controller]);
  return (
    <div ref={pane} className={styles['pane']}>
      <LineGrips controller={controller} setup={setup} marks={marks} />
      {marks.onPlace !== undefined && <PlaceButton controller={controller} setup={setup} onPlace={marks.onPlace} />}
    </div>
  );
}

type PlaceButtonProps = { controller: ChartController; setup: ChartSetup; onPlace: (price: Decimal) => void };

/** Button beside the crosshair, for an order at its price; after keyboard input, at the close of its candle. */
function PlaceButton({ controller, setup, onPlace }: PlaceButtonProps) {
  const { t } = useTranslation('chart');
  const button = useRef<HTMLButtonElement>(null);
  const { pricePlaces, locale } = setup;
  useEffect(() => {
    // On every picture, outside React: the crosshair moves by the pixel.
    const place = () => {
      if (button.current === null) return;
      const aim = aimOf(controller, pricePlaces);
      button.current.hidden = aim === undefined;
      if (aim === undefined) return;
      button.current.style.translate = `0 ${aim.y}px`;
      button.current.setAttribute('aria-label', t('placeAt', { price: formatPrice(aim.price, locale, pricePlaces) }));
    };
    place();
    return controller.subscribe(place);
  }, [controller, pricePlaces, locale, t]);
  const press = () => {
    const aim = aimOf(controller, pricePlaces);
    if (aim !== undefined) onPlace(aim.price);
  };
  return (
    <button ref={button} type="button" hidden className={styles['place']} onClick={press}>
      <Plus aria-hidden size={18} />
    </button>
  );
}

/** Price at the crosshair, and its height in the price pane. */
function aimOf({ scene, source }: ChartController, places: number) {
  if (scene?.cursor === undefined) return undefined;
  const { cursor, price: scale } = scene;
  const { top, height } = scale;
  const pointed = cursor.y === undefined ? source.candles[cursor.index]?.close : priceAt(cursor.y, scale, places);
  if (pointed === undefined || !isPositive(pointed)) return undefined;
  const y = (cursor.y ?? yOf(Number(pointed), scale)) - top;
  return y < 0 || y > height ? undefined : { price: pointed, y };
}

const priceAt = (y: number, scale: ValueScale, places: number) => fromModelNumber(valueAt(y, scale), places);
