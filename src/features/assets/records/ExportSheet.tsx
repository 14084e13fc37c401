import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadMovements } from '../../../domain/records/downloadMovements.ts';
import type { MovementFilter } from '../../../domain/records/recordsApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useAppDispatch } from '../../../shared/store/hooks.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type ExportSheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  filter: MovementFilter;
  /** Whether the filter leaves anything out; then the user chooses what the file holds. */
  isFiltered: boolean;
};

type Extent = 'all' | 'filtered';

/** Saves movements as one file: all of them, or only what the filters leave. */
export function ExportSheet({ isOpen, onOpenChange, filter, isFiltered }: ExportSheetProps) {
  const { t } = useTranslation('records');
  const [extent, setExtent] = useState<Extent>('all');
  const { save, isSaving, error } = useDownload(() => onOpenChange(false));
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('export.open')}
      description={t('export.explain')}
      confirmLabel={t('export.save')}
      isConfirming={isSaving}
      error={error && appErrorText(error)}
      onConfirm={() => void save(isFiltered && extent === 'filtered' ? filter : {})}
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

function useDownload(onDone: () => void) {
  const { t } = useTranslation('records');
  const dispatch = useAppDispatch();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<AppError>();

  async function save(filter: MovementFilter): Promise<void> {
    setSaving(true);
    setError(undefined);
    const result = await dispatch(downloadMovements(filter));
    setSaving(false);
    if (result.outcome === 'failed') return setError(result.error);
    // Whoever closed the share sheet knows that nothing was saved.
    if (result.outcome !== 'dismissed') showToast({ kind: 'success', text: t('export.done') });
    onDone();
  }

  return { save, isSaving, error } as const;
}
