import { ChevronDown, Download, ListFilter } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from '@halyard/contract/calls/wallet';
import type { MovementFilter } from '../../../domain/records/recordsApi.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { choiceOf, countFilters, type MovementChoice } from './movementFilter.ts';
import styles from './Records.module.css';

// The list is read more often than it is narrowed or saved.
const FilterFields = lazy(async () => ({ default: (await import('./FilterFields.tsx')).FilterFields }));
const ExportSheet = lazy(async () => ({ default: (await import('./ExportSheet.tsx')).ExportSheet }));

type FilterBarProps = {
  choice: MovementChoice;
  onChoose: (choice: MovementChoice) => void;
  /** The currencies of the exchange. */
  currencies: readonly Pick<Balance, 'currency'>[];
  /** The choice as the exchange is asked for it, for the file. */
  filter: MovementFilter;
};

/** What the list is narrowed to, put away until it is wanted, and the way to a file. */
export function FilterBar({ choice, onChoose, currencies, filter }: FilterBarProps) {
  const { t } = useTranslation('records');
  const count = countFilters(choice);
  const [isOpen, setOpen] = useState(count > 0);
  const [isExporting, setExporting] = useState(false);
  const wasExporting = useWasEver(isExporting);
  const fieldsId = useId();
  return (
    <div className={styles['filters']}>
      <div className={styles['tools']}>
        <Button
          kind="quiet"
          size="small"
          className={styles['tool']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {count === 0 ? t('filter.label') : t('filter.set', { count })}
          <ChevronDown aria-hidden className={styles['turn']} />
        </Button>
        <Button kind="quiet" size="small" className={styles['tool']} onClick={() => setExporting(true)}>
          <Download aria-hidden />
          {t('export.open')}
        </Button>
      </div>
      {isOpen && (
        <div id={fieldsId} role="group" aria-label={t('filter.label')}>
          <Suspense fallback={<div className={styles['fieldsComing']} />}>
            <FilterFields choice={choice} onChoose={onChoose} currencies={currencies} />
          </Suspense>
          {count > 0 && (
            <Button kind="quiet" size="small" className={styles['clear']} onClick={() => onChoose(choiceOf(undefined))}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      )}
      <Suspense fallback={null}>
        {wasExporting && (
          <ExportSheet isOpen={isExporting} onOpenChange={setExporting} filter={filter} isFiltered={count > 0} />
        )}
      </Suspense>
    </div>
  );
}

/** Whether something was ever so. */
function useWasEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}
