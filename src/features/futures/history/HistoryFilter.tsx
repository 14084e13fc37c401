import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { PositionFilter } from '../../../domain/futures/futuresApi.ts';
import { downloadPositions } from '../../../domain/futures/downloadPositions.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { FilterBar } from '../../../shared/ui/FilterBar.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { ALL, countFilters, EVERYTHING, REASONS, type PositionChoice } from './positionChoice.ts';

type HistoryFilterProps = {
  choice: PositionChoice;
  onChoose: (choice: PositionChoice) => void;
  /** The choice as the exchange is asked for it, for the file. */
  filter: PositionFilter;
  /** All that there are. */
  markets: readonly Market[];
};

/** What the history is narrowed to, and the way to a file of the same. */
export function HistoryFilter({ choice, onChoose, filter, markets }: HistoryFilterProps) {
  return (
    <FilterBar
      count={countFilters(choice)}
      onClear={() => onChoose(EVERYTHING)}
      tools={<SaveFile file={downloadPositions(filter)} />}
    >
      <Fields choice={choice} onChoose={onChoose} markets={markets} />
    </FilterBar>
  );
}

function Fields({ choice, onChoose, markets }: Omit<HistoryFilterProps, 'filter'>) {
  const { t } = useTranslation('lever');
  return (
    <>
      <SelectField
        label={t('filter.market')}
        value={choice.market}
        onValueChange={(market) => onChoose({ ...choice, market })}
        options={[
          { value: ALL, label: t('positions.allMarkets') },
          ...markets.map((market) => ({ value: String(market.id), label: symbolOf(market) })),
        ]}
      />
      <SelectField
        label={t('filter.side')}
        value={choice.side}
        onValueChange={(side) => onChoose({ ...choice, side })}
        options={[
          { value: ALL, label: t('filter.bothSides') },
          { value: 'long', label: t('side.long') },
          { value: 'short', label: t('side.short') },
        ]}
      />
      <SelectField
        label={t('filter.reason')}
        value={choice.reason}
        onValueChange={(reason) => onChoose({ ...choice, reason })}
        options={[
          { value: ALL, label: t('filter.allReasons') },
          ...REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) })),
          { value: 'cancelled', label: t('reason.cancelled') },
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
