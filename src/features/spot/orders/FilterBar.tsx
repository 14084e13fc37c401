import { useTranslation } from 'react-i18next';
import type { DownloadThunk } from '../../../shared/api/downloadFile.ts';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { FilterBar as SharedFilterBar } from '../../../shared/ui/FilterBar.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { choiceOf, countFilters, ALL, type OrderChoice } from './orderChoice.ts';
import type { Pair } from './usePairs.ts';

type FilterBarProps = FilterFieldsProps & {
  /** The download of the filtered list. */
  file: DownloadThunk;
};

/** Filters of a list, and the download of the filtered list. */
export function FilterBar({ file, ...fields }: FilterBarProps) {
  const { choice, onChoose, hasStatus } = fields;
  return (
    <SharedFilterBar
      count={countFilters(choice, hasStatus)}
      onClear={() => onChoose(choiceOf(undefined))}
      tools={<SaveFile file={file} />}
    >
      <FilterFields {...fields} />
    </SharedFilterBar>
  );
}

type FilterFieldsProps = {
  choice: OrderChoice;
  onChoose: (choice: OrderChoice) => void;
  /** All pairs. */
  pairs: readonly Pair[];
  /** Executions have no status. */
  hasStatus: boolean;
};

const SIDES = ['buy', 'sell'] as const;
const TYPES = ['limit', 'market', 'stop_limit'] as const;
const STATUSES = ['waiting', 'completed', 'cancelled'] as const;

/** Filters of orders and executions: pair, side, type, status, dates. */
function FilterFields({ choice, onChoose, pairs, hasStatus }: FilterFieldsProps) {
  const { t } = useTranslation('spot');
  return (
    <>
      <SelectField
        label={t('orders.pair')}
        value={choice.pair}
        onValueChange={(pair) => onChoose({ ...choice, pair })}
        options={[
          { value: ALL, label: t('orders.allPairs') },
          ...pairs.map(({ symbol }) => ({ value: symbol, label: symbol })),
        ]}
      />
      <SelectField
        label={t('orders.filter.side')}
        value={choice.side}
        onValueChange={(side) => onChoose({ ...choice, side })}
        options={[
          { value: ALL, label: t('orders.filter.allSides') },
          ...SIDES.map((side) => ({ value: side, label: t(`side.${side}`) })),
        ]}
      />
      <SelectField
        label={t('orders.filter.type')}
        value={choice.type}
        onValueChange={(type) => onChoose({ ...choice, type })}
        options={[
          { value: ALL, label: t('orders.filter.allTypes') },
          ...TYPES.map((type) => ({ value: type, label: t(`type.${type}`) })),
        ]}
      />
      {hasStatus && (
        <SelectField
          label={t('orders.filter.status')}
          value={choice.status}
          onValueChange={(status) => onChoose({ ...choice, status })}
          options={[
            { value: ALL, label: t('orders.filter.allStatuses') },
            ...STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
          ]}
        />
      )}
      <DateRangeField
        label={t('orders.filter.dates')}
        value={choice.days}
        onValueChange={(days) => onChoose({ ...choice, days })}
      />
    </>
  );
}
