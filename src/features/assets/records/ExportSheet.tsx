import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadEntries } from '../../../domain/records/downloadEntries.ts';
import type { EntryFilter } from '../../../domain/records/recordsApi.ts';
import { useDownload } from '../../../shared/api/useDownload.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type ExportSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  filter: EntryFilter;
  /** Whether the filter leaves anything out; then the user chooses what the file holds. */
  isFiltered: boolean;
};

type Extent = 'all' | 'filtered';

/** Saves ledger entries as one file: all of them, or only what the filters leave. */
export function ExportSheet({ isOpen, onOpenChange, filter, isFiltered }: ExportSheetProps) {
  const { t } = useTranslation('records');
  const [extent, setExtent] = useState<Extent>('all');
  const { save, isSaving, error } = useDownload((outcome) => {
    // Whoever closed the share sheet knows that nothing was saved.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('export.done') });
    onOpenChange(false);
  });
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('export.open')}
      description={t('export.explain')}
      confirmLabel={t('export.save')}
      isConfirming={isSaving}
      error={error && appErrorText(error)}
      onConfirm={() => void save(downloadEntries(isFiltered && extent === 'filtered' ? filter : {}))}
    >
      {isFiltered && (
        <RadioRows
          label={t('export.what')}
          value={extent}
          onValueChange={setExtent}
          options={[
            { value: 'all', label: t('export.all') },
            { value: 'filtered', label: t('export.filtered') },
          ]}
        />
      )}
    </ConfirmSheet>
  );
}
