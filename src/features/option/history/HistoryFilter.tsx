import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { downloadOptions } from '../../../domain/options/downloadOptions.ts';
import type { OptionFilter } from '../../../domain/options/optionsApi.ts';
import { useDownload } from '../../../shared/api/useDownload.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { FilterBar } from '../../../shared/ui/FilterBar.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './History.module.css';
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
  const { t } = useTranslation('option');
  const { save, isSaving, error } = useDownload((outcome) => {
    // Whoever closed the share sheet knows that nothing was saved.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('history.saved') });
  });
  const tool = (
    <Button kind="quiet" size="small" isLoading={isSaving} onClick={() => void save(downloadOptions(filter))}>
      <Download aria-hidden />
      {t('history.save')}
    </Button>
  );
  return (
    <>
      <FilterBar count={countFilters(choice)} onClear={() => onChoose(EVERYTHING)} tools={tool}>
        <Fields choice={choice} onChoose={onChoose} markets={markets} />
      </FilterBar>
      {error !== undefined && (
        <p role="alert" className={styles['failed']}>
          {appErrorText(error)}
        </p>
      )}
    </>
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
