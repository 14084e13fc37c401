import { useState } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import { parseDecimal } from '@halyard/contract/money';
import { useOpenOrders } from '../../../domain/spot/ordersApi.ts';
import type { DrawnOrder as Drawn } from '../../../shared/navigation/feature.ts';
import { EditOrderSheet } from './EditOrderSheet.tsx';

type DrawnOrderProps = { drawn: Drawn; market: Market };

/** An open order whose line was dragged to another price: nothing changes before the sheet is confirmed. */
export function DrawnOrder({ drawn, market }: DrawnOrderProps) {
  const { baseId, quoteId } = market;
  const { orders } = useOpenOrders({ baseId, quoteId });
  const [isClosed, setClosed] = useState(false);
  const order = orders?.find(({ id }) => String(id) === drawn.edit);
  return (
    <EditOrderSheet
      order={isClosed ? undefined : order}
      market={market}
      drawn={parseDecimal(drawn.to)}
      onOpenChange={() => setClosed(true)}
    />
  );
}
