import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { PositionFilter } from '../../../domain/contracts/contractsApi.ts';
import { downloadPositions } from '../../../domain/contracts/downloadPositions.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useDownload } from '../../../shared/api/useDownload.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { FilterBar } from '../../../shared/ui/FilterBar.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './History.module.css';
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
  const { t } = useTranslation('lever');
  const { save, isSaving, error } = useDownload((outcome) => {
    // Whoever closed the share sheet knows that nothing was saved.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('history.saved') });
  });
  const tool = (
    <Button kind="quiet" size="small" isLoading={isSaving} onClick={() => void save(downloadPositions(filter))}>
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
