import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { parseDecimal } from '@halyard/contract/money';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import { EditOrderSheet } from './EditOrderSheet.tsx';

/** An open order by id, and the price that its line was dragged to. */
export type Drawn = { readonly edit: string; readonly to: string };

type DrawnOrderProps = {
  /** From this page's chart; otherwise from a link of another chart. */
  drawn: Drawn | undefined;
  market: Market;
};

/** An open order whose line was dragged to another price: nothing changes before the sheet is confirmed. */
export function DrawnOrder({ drawn, market }: DrawnOrderProps) {
  const { baseId, quoteId } = market;
  const { orders } = useOpenOrders({ baseId, quoteId });
  const [search, setSearch] = useSearchParams();
  const [{ edit, to }] = useState(() => drawn ?? { edit: search.get('edit'), to: search.get('to') });
  const [isClosed, setClosed] = useState(false);
  const order = orders?.find(({ id }) => String(id) === edit);
  const close = () => {
    setClosed(true);
    // Returning or reloading does not open the sheet again.
    if (drawn !== undefined) return;
    search.delete('edit');
    search.delete('to');
    setSearch(search, { replace: true });
  };
  return (
    <EditOrderSheet
      order={isClosed ? undefined : order}
      market={market}
      drawn={parseDecimal(to ?? '')}
      onOpenChange={close}
    />
  );
}
