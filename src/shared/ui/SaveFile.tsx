import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDownload, type DownloadThunk } from '../api/downloadFile.ts';
import { appErrorText } from '../i18n/errorText.ts';
import { Button } from './Button.tsx';
import styles from './SaveFile.module.css';
import { showToast } from './toastQueue.ts';

/** A small secondary button that saves a list as a file; a failure is shown beside it. */
export function SaveFile({ file }: { file: DownloadThunk }) {
  const { t } = useTranslation('forms');
  const { save, isSaving, error } = useDownload((outcome) => {
    // A user who closed the share sheet knows that nothing was saved.
    if (outcome !== 'dismissed') showToast({ kind: 'success', text: t('file.saved') });
  });
  return (
    <>
      <Button kind="quiet" size="small" className={styles['save']} isLoading={isSaving} onClick={() => void save(file)}>
        <Download aria-hidden />
        {t('file.save')}
      </Button>
      {error !== undefined && (
        <p role="alert" className={styles['failed']}>
          {appErrorText(error)}
        </p>
      )}
    </>
  );
}
