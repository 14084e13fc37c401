import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrivatePicture } from '../../domain/uploads/usePrivatePicture.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { useInView } from '../../shared/viewport/useInView.ts';
import styles from './Chat.module.css';

/** A picture of the chat, read when it comes near the view; its place is kept until then. */
export function SentPicture({ path, label }: { path: string; label: string }) {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  const place = useInView<HTMLDivElement>({ isOn: !isNear, step: 0, onNear: () => setNear(true) });
  return (
    <div ref={place} className={styles['picture']}>
      {isNear ? <Shown path={path} label={label} /> : <Skeleton shape="block" height="100%" />}
    </div>
  );
}

function Shown({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('common');
  const { url, error, isLoading, retry } = usePrivatePicture(path);
  if (isLoading) return <Skeleton shape="block" height="100%" />;
  if (error === undefined) return <PhotoPreview label={label} file={url} />;
  return (
    <div className={styles['gone']}>
      <ImageOff aria-hidden />
      <p>{appErrorText(error)}</p>
      <Button kind="quiet" size="small" onClick={retry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
