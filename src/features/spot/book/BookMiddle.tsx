import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { divide, subtract, decimal } from '@halyard/contract/money';
import type { BookRows } from '../../../domain/markets/bookRows.ts';
import { directionOf } from '../../../shared/format/numbers.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './OrderBook.module.css';

type BookMiddleProps = { market: Market; rows: BookRows };

/** Between the sides: the last price, and how far the sides stand apart. */
export function BookMiddle({ market, rows }: BookMiddleProps) {
  const { t } = useTranslation('spot');
  const { mid, spread, spreadPercent } = rows;
  const fraction = spreadPercent && divide(spreadPercent, HUNDRED, 5, 'half-even');
  return (
    <div className={styles['middle']}>
      <LastPrice market={market} />
      <dl className={styles['facts']}>
        <div>
          <dt>{t('book.mid')}</dt>
          <dd>
            <Num kind="price" value={mid} places={market.pricePrecision + 1} />
          </dd>
        </div>
        <div>
          <dt>{t('book.spread')}</dt>
          <dd>
            <Num kind="price" value={spread} places={market.pricePrecision} />
            {fraction !== undefined && (
              <span className={styles['percent']}>
                <Num kind="rate" value={fraction} />
              </span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

const HUNDRED = decimal('100');
const ARROWS = { up: ' ▲', down: ' ▼', flat: '' } as const;

function LastPrice({ market }: { market: Market }) {
  const price = market.lastPrice;
  const before = usePrevious(price);
  const direction =
    price === null || before === undefined || before === null ? 'flat' : directionOf(subtract(price, before));
  return (
    <p className={classNames(styles['last'], direction !== 'flat' && styles[direction])}>
      <Num kind="price" value={price} places={market.pricePrecision} />
      <span aria-hidden="true">{ARROWS[direction]}</span>
    </p>
  );
}
