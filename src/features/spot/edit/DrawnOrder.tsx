import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { parseDecimal } from '@halyard/contract/money';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import { EditOrderSheet } from './EditOrderSheet.tsx';

/** A waiting order, by its id, and the price that its line was drawn to. */
export type Drawn = { readonly edit: string; readonly to: string };

type DrawnOrderProps = {
  /** On this page's chart; otherwise on another one that a link comes from. */
  drawn: Drawn | undefined;
  market: Market;
};

/** A waiting order whose line was drawn to another price: nothing is changed before the sheet was agreed to. */
export function DrawnOrder({ drawn, market }: DrawnOrderProps) {
  const { baseId, quoteId } = market;
  const { orders } = useOpenOrders({ baseId, quoteId });
  const [search, setSearch] = useSearchParams();
  const [{ edit, to }] = useState(() => drawn ?? { edit: search.get('edit'), to: search.get('to') });
  const [isClosed, setClosed] = useState(false);
  const order = orders?.find(({ id }) => String(id) === edit);
  const close = () => {
    setClosed(true);
    // Who comes back or loads the page anew is not asked once more.
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
