import { ChevronDown } from 'lucide-react';
import { type ComponentType, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import { type GroupRow, isOco, otherExitOf } from '../../../domain/spot/orderGroups.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ActionCell, Cell } from '../../../shared/ui/DataTable.tsx';
import {
  OpenOrderRow,
  type OpenOrderRowProps,
  type OrderActions,
  OrderTime,
  PairAndSide,
  SideWord,
  StatusNote,
} from './OrderRows.tsx';
import styles from './Orders.module.css';
import { useCancelGroup } from './useCancelOrder.tsx';
import { usePairTerms } from './usePairs.ts';

type GroupProps = OrderActions & { group: GroupRow };

/** A group as one row that opens to its orders. */
export function GroupOfOrders({ group, ...actions }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const [first] = group.orders;
  const { title, prices } = useGroupWords(group);
  const { cancelButton, checking } = useCancelButton(group, actions.isOff);
  return (
    <div className={styles['order']}>
      <button
        type="button"
        className={styles['opener']}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles['line']}>
          <span className={styles['title']}>
            <SideWord side={first.side} />
            <b>{first.symbol}</b>
            <span className={styles['soft']}>{title}</span>
          </span>
          <ChevronDown aria-hidden className={styles['chevron']} />
        </span>
        <GroupSize order={first} />
        {prices.map((price) => (
          <span key={price} className={styles['soft']}>
            {price}
          </span>
        ))}
      </button>
      <div className={styles['line']}>
        <OrderTime at={first.createdAt} />
        {cancelButton}
      </div>
      {checking !== undefined && <StatusNote text={checking} />}
      <ul id={listId} className={styles['legs']} hidden={!isOpen}>
        {isOpen &&
          group.orders.map((order) => (
            <li key={order.id} className={styles['row']}>
              <OpenOrderRow order={order} other={otherExitOf(group.orders, order)} {...actions} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** `isBrief`: with the word of a single order, for a column of such buttons. */
function useCancelButton(group: GroupRow, isOff: boolean, isBrief = false) {
  const { t } = useTranslation('spot');
  const { cancel, isSending, checking } = useCancelGroup(group);
  const cancelButton = (
    <Button
      kind="ghost"
      size="small"
      isLoading={isSending}
      disabled={isOff}
      aria-label={t('orders.group.cancelOne', { id: group.groupId })}
      onClick={cancel}
    >
      {t(isBrief ? 'orders.cancel' : 'orders.group.cancel')}
    </Button>
  );
  return { cancelButton, checking };
}

function GroupSize({ order }: { order: Order }) {
  const { quantityPlaces, base } = usePairTerms(order);
  return (
    <span className={styles['terms']}>
      <Num kind="amount" value={order.quantity} places={quantityPlaces} unit={base} />
    </span>
  );
}

type GroupLinesProps = GroupProps & { Line: ComponentType<OpenOrderRowProps> };

/** A group in a table: a line that opens to those of its orders. */
export function GroupLines({ group, Line, ...actions }: GroupLinesProps) {
  const { t } = useTranslation('spot');
  const [isOpen, setOpen] = useState(false);
  const [first] = group.orders;
  const { title, prices } = useGroupWords(group);
  const { cancelButton, checking } = useCancelButton(group, actions.isOff, true);
  return (
    <>
      <tr>
        <th scope="row" className={styles['groupCell']}>
          <button
            type="button"
            className={styles['groupOpener']}
            aria-expanded={isOpen}
            aria-label={t('orders.group.show', { id: group.groupId })}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown aria-hidden className={styles['chevron']} />
            <PairAndSide order={first} />
          </button>
        </th>
        <Cell isSoft>{title}</Cell>
        <Cell isFigure>
          <Num kind="price" value={null} />
        </Cell>
        <Cell isFigure>
          <GroupSize order={first} />
          <span>
            <Num kind="price" value={null} />
          </span>
        </Cell>
        <Cell isSoft isWrapping>
          {prices.join('\u{A0}· ')}
        </Cell>
        <Cell isSoft>
          <OrderTime at={first.createdAt} />
        </Cell>
        <ActionCell>
          {checking !== undefined && <StatusNote text={checking} />}
          {cancelButton}
        </ActionCell>
      </tr>
      {isOpen &&
        group.orders.map((order) => (
          <Line key={order.id} order={order} other={otherExitOf(group.orders, order)} {...actions} />
        ))}
    </>
  );
}

/** Name of a group, and the prices of its exits. */
function useGroupWords(group: GroupRow): { readonly title: string; readonly prices: readonly string[] } {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { pricePlaces } = usePairTerms(group.orders[0]);
  const legOf = (leg: Order['leg']) => group.orders.find((order) => order.leg === leg);
  const takeProfit = legOf('take_profit')?.price ?? legOf('entry')?.exits?.takeProfitPrice;
  const stop = legOf('stop_loss')?.stopPrice ?? legOf('entry')?.exits?.stopPrice;
  const prices = [
    takeProfit && t('orders.exits.takeProfit', { price: format.price(takeProfit, pricePlaces) }),
    stop && t('orders.exits.stopLoss', { price: format.price(stop, pricePlaces) }),
  ];
  return {
    title: t(isOco(group) ? 'orders.group.oco' : 'orders.group.entry'),
    prices: prices.filter((price) => price !== undefined),
  };
}
