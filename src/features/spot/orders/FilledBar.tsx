import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { decimal, divide, isZero, multiply, toModelNumber, ZERO } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Progress } from '../../../shared/ui/Progress.tsx';
import styles from './Orders.module.css';
import type { PairTerms } from './usePairTerms.ts';

/** How much of an order is filled, as a line that grows. */
export function FilledBar({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  const percent = filledPercent(order);
  return (
    <div className={styles['bar']}>
      <Progress label={t('orders.filled', { percent })} share={percent / 100} />
    </div>
  );
}

/** How much of an order is filled, in figures. */
export function FilledText({ order, terms }: { order: Order; terms: PairTerms }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const filled = format.amount(order.filledQuantity ?? ZERO, terms.quantityPlaces, 0);
  const quantity = format.amount(order.quantity, terms.quantityPlaces, 0);
  return t('orders.filledOf', { filled, quantity, coin: terms.base, percent: filledPercent(order) });
}

const HUNDRED = decimal('100');

// Rounded down: an order is not filled before all of it is.
function filledPercent({ filledQuantity, quantity }: Order): number {
  if (isZero(quantity)) return 0;
  return toModelNumber(divide(multiply(filledQuantity ?? ZERO, HUNDRED), quantity, 0, 'down'));
}
