import type { Order } from '@halyard/contract/calls/spot';
import { useMarket } from '../../../domain/markets/useMarkets.ts';
import { useLastKnown } from '../../../shared/ui/useLastKnown.ts';
import { EditOrderSheet } from '../edit/EditOrderSheet.tsx';
import { OrderSheet } from './OrderSheet.tsx';
import type { OrderSheetsControl } from './useOrderSheets.ts';

type OrderSheetsProps = {
  control: OrderSheetsControl;
  /** The orders that the lists know, as they stand now. */
  known: readonly Order[];
};

/** The details of one order and the form that changes it. Both show it as it stands, also while it fills. */
export function OrderSheets({ control, known }: OrderSheetsProps) {
  const { shown, open, edit, close } = control;
  const current = shown && (known.find(({ id }) => id === shown.order.id) ?? shown.order);
  const last = useLastKnown(current);
  const { market } = useMarket(last?.symbol);
  const closeUnless = (isOpen: boolean) => {
    if (!isOpen) close();
  };
  return (
    <>
      <OrderSheet
        order={shown?.as === 'details' ? current : undefined}
        known={known}
        onOpen={open}
        // An order of a market that is gone can only be cancelled.
        onEdit={market === undefined ? undefined : edit}
        onClose={close}
      />
      {market !== undefined && (
        <EditOrderSheet order={shown?.as === 'edit' ? current : undefined} market={market} onOpenChange={closeUnless} />
      )}
    </>
  );
}
