import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TAX_CSV_PATH, taxCsvRequest } from '@halyard/contract/wallet/costCalls';
import { ENTRIES_CSV_PATH, entriesCsvRequest } from '@halyard/contract/wallet/entryCalls';
import type { EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { useTaxYears } from '../../../domain/wallet/useCosts.ts';
import { createDownload, useDownload, type DownloadThunk } from '../../../shared/api/downloadFile.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

const downloadEntries = createDownload(ENTRIES_CSV_PATH, 'movements.csv', entriesCsvRequest);

type ExportSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  filter: EntryFilter;
  /** Whether a filter is set; then the user chooses the file's content. */
  isFiltered: boolean;
};

type Extent = 'all' | 'filtered' | 'tax';

/** Saves ledger entries as a file: all, the filtered ones, or a year's taxable events. */
export function ExportSheet({ isOpen, onOpenChange, filter, isFiltered }: ExportSheetProps) {
  const { t } = useTranslation('records');
  const [extent, setExtent] = useState<Extent>('all');
  const [nowMs] = useState(() => serverTimeMs(Date.now()));
  const years = useTaxYears(nowMs);
  // Tax files are mostly for the previous year.
  const [chosenYear = years[1] ?? years[0], setYear] = useState<number>();
  const { save, isSaving, error } = useDownload((outcome) => {
    // Closing the share sheet saves nothing.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('export.done') });
    onOpenChange(false);
  });
  const fileOf = (): DownloadThunk => {
    if (extent === 'tax' && chosenYear !== undefined) {
      return createDownload(TAX_CSV_PATH, `tax-${chosenYear}.csv`, taxCsvRequest)({ year: chosenYear });
    }
    return downloadEntries(isFiltered && extent === 'filtered' ? filter : {});
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('export.open')}
      description={t(extent === 'tax' ? 'export.taxExplain' : 'export.explain')}
      confirmLabel={t('export.save')}
      isConfirming={isSaving}
      error={error && appErrorText(error)}
      onConfirm={() => void save(fileOf())}
    >
      <RadioRows
        label={t('export.what')}
        value={extent}
        onValueChange={setExtent}
        options={[
          { value: 'all', label: t('export.all') },
          ...(isFiltered ? [{ value: 'filtered', label: t('export.filtered') } as const] : []),
          { value: 'tax', label: t('export.tax') },
        ]}
      />
      {extent === 'tax' && (
        <SelectField
          label={t('export.year')}
          value={String(chosenYear)}
          onValueChange={(chosen) => setYear(years.find((year) => String(year) === chosen))}
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
        />
      )}
    </ConfirmSheet>
  );
}
