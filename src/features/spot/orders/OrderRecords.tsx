import { useTranslation } from 'react-i18next';
import { downloadOrders } from '../../../domain/orders/downloadOrders.ts';
import type { OrderFilter } from '../../../domain/orders/orderData.ts';
import { useOrderPages } from '../../../domain/orders/useOrders.ts';
import { FilterBar } from './FilterBar.tsx';
import { countFilters } from './orderChoice.ts';
import { OrderRow } from './OrderRow.tsx';
import { OrderSheets } from './OrderSheets.tsx';
import { RecordList, type Filtering } from './RecordList.tsx';
import { useOrderSheets } from './useOrderSheets.ts';

type OrderRecordsProps = { filter: OrderFilter; filtering: Filtering };

/** All orders: waiting, completed and cancelled, newest first, narrowed by filters. */
export function OrderRecords({ filter, filtering }: OrderRecordsProps) {
  const { t } = useTranslation('spot');
  const { orders, known = [], ...paging } = useOrderPages(filter);
  const sheets = useOrderSheets();
  return (
    <>
      <FilterBar {...filtering} hasStatus file={downloadOrders(filter)} />
      <RecordList
        label={t('orders.orders')}
        rows={orders}
        paging={paging}
        render={(order) => <OrderRow order={order} onOpen={sheets.open} />}
        empty={t('orders.noOrders')}
        isFiltered={countFilters(filtering.choice, true) > 0}
        onChoose={filtering.onChoose}
      />
      <OrderSheets control={sheets} known={known} />
    </>
  );
}
