import { useTranslation } from 'react-i18next';
import { noParameters } from '@halyard/contract/codec';
import { HOLDINGS_CSV_PATH } from '@halyard/contract/wallet/costCalls';
import { createDownload, useDownload } from '../../shared/api/downloadFile.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';

const downloadHoldings = createDownload(HOLDINGS_CSV_PATH, 'holdings.csv', noParameters);

type HoldingsExportProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Saves the coins as a file, with cost and unrealised profit. */
export function HoldingsExport({ isOpen, onOpenChange }: HoldingsExportProps) {
  const { t } = useTranslation('assets');
  const { save, isSaving, error } = useDownload((outcome) => {
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('cost.saved') });
    onOpenChange(false);
  });
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('cost.export')}
      description={t('cost.exportExplain')}
      confirmLabel={t('cost.save')}
      isConfirming={isSaving}
      error={error && appErrorText(error)}
      onConfirm={() => void save(downloadHoldings({}))}
    />
  );
}
