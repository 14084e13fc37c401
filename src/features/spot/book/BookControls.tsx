import { ChevronDown } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decimal, placesOf } from '@halyard/contract/money';
import { BOOK_SIDES, type BookLook, type BookSides } from '../../../domain/markets/bookLook.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './BookControls.module.css';

type BookControlsProps = {
  steps: readonly Decimal[];
  step: Decimal | undefined;
  sides: BookSides;
  onStep: (step: Decimal) => void;
  onSides: (change: Pick<BookLook, 'sides'>) => void;
};

/** The grouping step, and the sides shown. */
export const BookControls = memo(function BookControls({ steps, step, sides, onStep, onSides }: BookControlsProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const name = useId();
  return (
    <div className={styles['controls']}>
      <label className={styles['step']}>
        {/* A native select: one tap and one choice, with any input method. */}
        <select
          className={styles['select']}
          aria-label={t('book.step')}
          value={step}
          onChange={(event) => {
            const chosen = steps.find((each) => each === event.target.value);
            if (chosen !== undefined) onStep(chosen);
          }}
        >
          {steps.map((each) => (
            <option key={each} value={each}>
              {format.price(each, placesOf(each))}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} />
      </label>
      <div role="radiogroup" aria-label={t('book.sides')} className={styles['sides']}>
        {BOOK_SIDES.map((each) => (
          <label key={each} className={styles['side']}>
            <input
              type="radio"
              className={styles['radio']}
              name={name}
              aria-label={t(`book.show.${each}`)}
              checked={each === sides}
              onChange={() => onSides({ sides: each })}
            />
            <SidesIcon sides={each} />
          </label>
        ))}
      </div>
    </div>
  );
});

/** A small book: bars of the shown sides. */
function SidesIcon({ sides }: { sides: BookSides }) {
  const kindAt = (index: number) => (sides === 'both' ? (index < 2 ? 'asks' : 'bids') : sides);
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {BARS.map(([width, y], index) => (
        <rect
          key={y}
          className={classNames(styles['bar'], styles[kindAt(index)])}
          x={15 - width}
          y={y}
          width={width}
          height={2.4}
          rx={1}
        />
      ))}
    </svg>
  );
}

const BARS = [
  [13, 1],
  [8, 4.9],
  [8, 8.8],
  [13, 12.7],
] as const;
