import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { downloadOptions } from '../../../domain/options/downloadOptions.ts';
import type { OptionFilter } from '../../../domain/options/optionsApi.ts';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { FilterBar } from '../../../shared/ui/FilterBar.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { ALL, countFilters, EVERYTHING, type OptionChoice } from './optionChoice.ts';

type HistoryFilterProps = {
  choice: OptionChoice;
  onChoose: (choice: OptionChoice) => void;
  /** The choice as the exchange is asked for it, for the file. */
  filter: OptionFilter;
  /** All that there are. */
  markets: readonly Market[];
};

/** What the history is narrowed to, and the way to a file of the same. */
export function HistoryFilter({ choice, onChoose, filter, markets }: HistoryFilterProps) {
  return (
    <FilterBar
      count={countFilters(choice)}
      onClear={() => onChoose(EVERYTHING)}
      tools={<SaveFile file={downloadOptions(filter)} />}
    >
      <Fields choice={choice} onChoose={onChoose} markets={markets} />
    </FilterBar>
  );
}

const DIRECTIONS = ['up', 'down', 'even'] as const;
const RESULTS = ['win', 'tie', 'lose', 'void'] as const;

function Fields({ choice, onChoose, markets }: Omit<HistoryFilterProps, 'filter'>) {
  const { t } = useTranslation('option');
  return (
    <>
      <SelectField
        label={t('filter.market')}
        value={choice.market}
        onValueChange={(market) => onChoose({ ...choice, market })}
        options={[
          { value: ALL, label: t('filter.allMarkets') },
          ...markets.map((market) => ({ value: String(market.id), label: symbolOf(market) })),
        ]}
      />
      <SelectField
        label={t('filter.direction')}
        value={choice.direction}
        onValueChange={(direction) => onChoose({ ...choice, direction })}
        options={[
          { value: ALL, label: t('filter.allDirections') },
          ...DIRECTIONS.map((direction) => ({ value: direction, label: t(`direction.${direction}`) })),
        ]}
      />
      <SelectField
        label={t('filter.result')}
        value={choice.result}
        onValueChange={(result) => onChoose({ ...choice, result })}
        options={[
          { value: ALL, label: t('filter.allResults') },
          ...RESULTS.map((result) => ({ value: result, label: t(`resultWord.${result}`) })),
        ]}
      />
      <DateRangeField
        label={t('filter.dates')}
        value={choice.days}
        onValueChange={(days) => onChoose({ ...choice, days })}
      />
    </>
  );
}
