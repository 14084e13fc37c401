import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { DownloadThunk } from '../../../shared/api/downloadFile.ts';
import { useDownload } from '../../../shared/api/useDownload.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { FilterBar as SharedFilterBar } from '../../../shared/ui/FilterBar.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { FilterFields } from './FilterFields.tsx';
import { choiceOf, countFilters } from './orderChoice.ts';
import styles from './Orders.module.css';

type FilterBarProps = ComponentProps<typeof FilterFields> & {
  /** The file of what the filters leave. */
  file: DownloadThunk;
};

/** What a list is narrowed to, and the way to a file of the same. */
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

function SaveFile({ file }: { file: DownloadThunk }) {
  const { t } = useTranslation('spot');
  const { save, isSaving, error } = useDownload((outcome) => {
    // Whoever closed the share sheet knows that nothing was saved.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('orders.saved') });
  });
  return (
    <>
      <Button kind="quiet" size="small" isLoading={isSaving} onClick={() => void save(file)}>
        <Download aria-hidden />
        {t('orders.save')}
      </Button>
      {error !== undefined && (
        <p role="alert" className={styles['failed']}>
          {appErrorText(error)}
        </p>
      )}
    </>
  );
}
