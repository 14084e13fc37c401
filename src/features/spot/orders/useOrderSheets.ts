import { useState } from 'react';
import type { Order } from '@halyard/contract/calls/spot';

/** What is looked at or changed. */
export type ShownOrder = { readonly as: 'details' | 'edit'; readonly order: Order };

/** Which order's details are open, or which one is being changed; one at a time. */
export function useOrderSheets() {
  const [shown, setShown] = useState<ShownOrder>();
  return {
    shown,
    open: (order: Order) => setShown({ as: 'details', order }),
    edit: (order: Order) => setShown({ as: 'edit', order }),
    close: () => setShown(undefined),
  } as const;
}

export type OrderSheetsControl = ReturnType<typeof useOrderSheets>;
