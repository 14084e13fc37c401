import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Home.module.css';
import { nextSort, type Sort, type SortColumn } from './marketOrder.ts';

type MarketHeadsProps = { sort: Sort; onSort: (sort: Sort) => void };

/** The heads of the columns, which sort by them. */
export function MarketHeads({ sort, onSort }: MarketHeadsProps) {
  const { t } = useTranslation('home');
  const head = (column: SortColumn) => (
    <button
      type="button"
      className={styles['head']}
      aria-pressed={sort?.column === column}
      onClick={() => onSort(nextSort(sort, column))}
    >
      {t(`column.${column}`)}
      {sort?.column === column &&
        (sort.isDescending ? <ArrowDown aria-hidden size={12} /> : <ArrowUp aria-hidden size={12} />)}
    </button>
  );
  return (
    <div className={styles['heads']} role="group" aria-label={t('sort')}>
      {head('volume')}
      {head('price')}
      {head('change')}
    </div>
  );
}
