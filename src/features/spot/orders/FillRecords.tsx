import { useTranslation } from 'react-i18next';
import { downloadFills } from '../../../domain/orders/downloadOrders.ts';
import type { FillFilter } from '../../../domain/orders/ordersApi.ts';
import { useFills } from '../../../domain/orders/useOrders.ts';
import { FillRow } from './FillRow.tsx';
import { FilterBar } from './FilterBar.tsx';
import { countFilters } from './orderChoice.ts';
import { RecordList, type Filtering } from './RecordList.tsx';

type FillRecordsProps = { filter: FillFilter; filtering: Filtering };

/** All executions, newest first, narrowed by filters. */
export function FillRecords({ filter, filtering }: FillRecordsProps) {
  const { t } = useTranslation('spot');
  const { fills, ...paging } = useFills(filter);
  return (
    <>
      <FilterBar {...filtering} hasStatus={false} file={downloadFills(filter)} />
      <RecordList
        label={t('orders.fills')}
        rows={fills}
        paging={paging}
        render={(fill) => <FillRow fill={fill} />}
        empty={t('orders.noFills')}
        isFiltered={countFilters(filtering.choice, false) > 0}
        onChoose={filtering.onChoose}
      />
    </>
  );
}
