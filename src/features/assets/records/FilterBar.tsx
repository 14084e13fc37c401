import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from '@halyard/contract/wallet/calls';
import type { EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { FilterBar as SharedFilterBar } from '../../../shared/ui/FilterBar.tsx';
import styles from './Records.module.css';
import { choiceOf, countFilters, type EntryChoice } from './entryFilter.ts';

// The list is read more often than it is narrowed or saved.
const FilterFields = lazyPart(async () => (await import('./FilterFields.tsx')).FilterFields);
const ExportSheet = lazyPart(async () => (await import('./ExportSheet.tsx')).ExportSheet);

type FilterBarProps = {
  choice: EntryChoice;
  onChoose: (choice: EntryChoice) => void;
  /** The currencies of the exchange. */
  currencies: readonly Pick<Balance, 'currency'>[];
  /** The choice as the exchange is asked for it, for the file. */
  filter: EntryFilter;
};

/** What the list is narrowed to, put away until it is wanted, and the way to a file. */
export function FilterBar({ choice, onChoose, currencies, filter }: FilterBarProps) {
  const { t } = useTranslation('records');
  const count = countFilters(choice);
  const [isExporting, setExporting] = useState(false);
  const wasExporting = useWasEver(isExporting);
  return (
    <>
      <SharedFilterBar
        count={count}
        isOpenAtFirst={count > 0}
        onClear={() => onChoose(choiceOf(undefined))}
        tools={
          <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
            <Download aria-hidden />
            {t('export.open')}
          </Button>
        }
      >
        <Suspense fallback={<div className={styles['fieldsComing']} />}>
          <FilterFields choice={choice} onChoose={onChoose} currencies={currencies} />
        </Suspense>
      </SharedFilterBar>
      <Suspense fallback={null}>
        {wasExporting && (
          <ExportSheet isOpen={isExporting} onOpenChange={setExporting} filter={filter} isFiltered={count > 0} />
        )}
      </Suspense>
    </>
  );
}
