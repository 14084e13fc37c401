import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import styles from './Chat.module.css';

/** The picture of the message that is being written. */
export function ChosenPicture({ file, onRemove }: { file: Blob; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles['chosen']}>
      <div className={styles['picture']}>
        <PhotoPreview label={t('picture.chosen')} file={file} />
      </div>
      <IconButton icon={<X aria-hidden />} label={t('picture.remove')} onClick={onRemove} />
    </div>
  );
}
