import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookLevel, Market } from '@halyard/contract/market/calls';
import { type Decimal, placesOf } from '@halyard/contract/money';
import type { BookRow } from '../../../domain/markets/bookRows.ts';
import { barsOf } from '../../../domain/markets/HouseQuotes.tsx';
import { shortQuantity } from '../../../domain/markets/shortQuantity.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './OrderBook.module.css';

type BookSideProps = {
  side: 'ask' | 'bid';
  /** From top to bottom. */
  rows: readonly BookRow[];
  /** Row slots, filled or not, so that nothing moves when levels appear or vanish. */
  slotCount: number;
  /** Prices of the user's open orders. */
  own: ReadonlySet<Decimal>;
  texts: BookTexts;
  onTake: (level: BookLevel) => void;
};

/** A side of the book. Rows are slots, not prices: a new level changes texts and moves nothing. */
export function BookSide({ side, rows, slotCount, own, texts, onTake }: BookSideProps) {
  const { t } = useTranslation('spot');
  const isAsk = side === 'ask';
  const blanks = Math.max(0, slotCount - rows.length);
  const slots = Array.from({ length: slotCount }, (_, index) => rows[isAsk ? index - blanks : index]);
  const bestIndex = isAsk ? slotCount - 1 : 0;
  return (
    <ul
      translate="no"
      className={classNames(styles['levels'], styles[side])}
      aria-label={t(isAsk ? 'book.asks' : 'book.bids')}
    >
      {slots.map((row, index) => {
        const key = `${slotCount}:${index}`;
        if (row === undefined) return <li key={key} className={styles['blank']} aria-hidden="true" />;
        const { level, sum, depthPercent, housePercent } = row;
        return (
          <Row
            key={key}
            price={level[0]}
            quantity={level[1]}
            shown={texts.showsSums ? sum : level[1]}
            depthPercent={depthPercent}
            housePercent={housePercent}
            isOwn={own.has(level[0])}
            isBest={index === bestIndex}
            pricePlaces={texts.pricePlaces}
            quantityPlaces={texts.quantityPlaces}
            onTake={onTake}
          />
        );
      })}
    </ul>
  );
}

type RowProps = {
  price: Decimal;
  quantity: Decimal;
  /** Quantity or cumulative quantity. */
  shown: Decimal;
  depthPercent: number;
  housePercent: number | undefined;
  isOwn: boolean;
  isBest: boolean;
  pricePlaces: number;
  quantityPlaces: number;
  onTake: (level: BookLevel) => void;
};

/** Memoised: a book changes ten times a second, most of its rows do not. */
const Row = memo(function Row(props: RowProps) {
  const { price, quantity, shown, isOwn, isBest, pricePlaces, quantityPlaces, onTake } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  // The level under the finger when it went down, even if the book moves before it is lifted.
  const pressed = useRef<BookLevel>(undefined);
  const priceText = format.price(price, pricePlaces);
  const house = useHouseWords(props.housePercent);
  const words = { price: priceText, amount: format.quantity(quantity, quantityPlaces) };
  return (
    <li>
      <button
        type="button"
        data-level
        tabIndex={isBest ? 0 : -1}
        className={styles['level']}
        style={barsOf(props)}
        aria-label={[t(isOwn ? 'book.takeOwn' : 'book.take', words), ...house].join(', ')}
        onPointerDown={() => {
          pressed.current = [price, quantity];
        }}
        onClick={() => {
          onTake(pressed.current ?? [price, quantity]);
          pressed.current = undefined;
        }}
        onPointerCancel={() => {
          pressed.current = undefined;
        }}
      >
        <span className={classNames(styles['price'], isOwn && styles['own'])}>{priceText}</span>
        <span>{shortQuantity(shown, quantityPlaces, format)}</span>
      </button>
    </li>
  );
});

/** Whether a row is the house's, for screen readers; nothing for users' rows. */
function useHouseWords(percent = 0): readonly string[] {
  const { t } = useTranslation('common');
  if (percent === 0) return [];
  return [t(percent === 100 ? 'house.row' : 'house.part')];
}

/** Stable until another choice is made. */
type BookTexts = {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly showsSums: boolean;
};

export function bookTexts(market: Market, step: Decimal | undefined, showsSums: boolean): BookTexts {
  const pricePlaces = step === undefined ? market.pricePrecision : placesOf(step);
  return { pricePlaces, quantityPlaces: market.quantityPrecision, showsSums };
}
