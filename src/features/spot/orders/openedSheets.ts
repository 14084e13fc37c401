/** The open full list, stored in the query, so that back closes it and a link opens it; and the open order. */
import type { Order } from '@halyard/contract/spot/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const VIEWS = ['history', 'fills'] as const;

/** The full lists. */
export type RecordsView = (typeof VIEWS)[number];

const PARAMETER = 'orders';

/** `show` opens or changes a list; `close` returns to where it was opened. */
export function useRecordsView() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const navigate = useNavigate();
  const view = VIEWS.find((known) => known === query.get(PARAMETER));
  const change = (next: RecordsView | undefined, options: { readonly replace: boolean; readonly state?: unknown }) => {
    setQuery(
      (before) => {
        if (next === undefined) before.delete(PARAMETER);
        else before.set(PARAMETER, next);
        return before;
      },
      { preventScrollReset: true, ...options },
    );
  };
  return {
    view,
    show: (next: RecordsView) =>
      change(next, view === undefined ? { replace: false, state: OPENED_HERE } : { replace: true, state }),
    // A link has no page of the app before it.
    close: () => (wasOpenedHere(state) ? void navigate(-1) : change(undefined, { replace: true })),
  } as const;
}

const OPENED_HERE = { opensRecords: true } as const;

function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opensRecords' in state;
}

/** The order being viewed or changed. */
type ShownOrder = { readonly as: 'details' | 'edit'; readonly order: Order };

/** The order whose details or edit form is open; one at a time. */
export function useOrderSheets() {
  const [shown, setShown] = useState<ShownOrder>();
  return {
    shown,
    open: (order: Order) => setShown({ as: 'details', order }),
    edit: (order: Order) => setShown({ as: 'edit', order }),
    close: () => setShown(undefined),
  } as const;
}

/** Opens the order that a link names, once a list has it. The query then names it no more: a reload opens none. */
export function useLinkedOrder(known: readonly Order[], onOpen: (order: Order) => void): void {
  const [query, setQuery] = useSearchParams();
  const named = query.get('order');
  const linked = named === null ? undefined : known.find(({ id }) => String(id) === named);
  const open = useEffectEvent((order: Order) => {
    onOpen(order);
    setQuery(
      (before) => {
        before.delete('order');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (linked !== undefined) open(linked);
  }, [linked]);
}

export type OrderSheetsControl = ReturnType<typeof useOrderSheets>;
