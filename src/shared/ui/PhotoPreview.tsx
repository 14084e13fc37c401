import { FileText, ImageOff, Maximize2 } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import styles from './PhotoPreview.module.css';
import { Sheet } from './Sheet.tsx';

/** A chosen picture. */
export type PhotoSource = {
  /** The picture itself, or its URL; `undefined` if neither is available any more. */
  readonly file: Blob | string | undefined;
  /** Its name on the device, shown for files other than pictures. */
  readonly name?: string | undefined;
};

type PhotoPreviewProps = PhotoSource & {
  /** Subject of the picture, for screen readers. */
  label: string;
};

/** A picture that enlarges on press. Files that cannot be shown, such as a PDF, are named instead. */
export function PhotoPreview({ label, file, name }: PhotoPreviewProps) {
  const { t } = useTranslation('forms');
  const [unreadable, setUnreadable] = useState<Blob | string>();
  const [isLarge, setLarge] = useState(false);
  if (file === undefined || isPdf(file)) return <FileName icon={<FileText aria-hidden />} text={name ?? label} />;
  if (file === unreadable)
    return <FileName icon={<ImageOff aria-hidden />} text={errorText('PICTURE_PREVIEW_FAILED')} />;
  return (
    <>
      <button
        type="button"
        className={styles['preview']}
        aria-label={t('photo.enlarge')}
        onClick={() => setLarge(true)}
      >
        <Picture file={file} label={label} className={styles['picture']} onError={() => setUnreadable(file)} />
        <span className={styles['enlarge']}>
          <Maximize2 aria-hidden />
        </span>
      </button>
      <Sheet isOpen={isLarge} onOpenChange={setLarge} title={label}>
        <Picture file={file} label={label} className={styles['large']} />
      </Sheet>
    </>
  );
}

type PictureProps = {
  file: Blob | string;
  label: string;
  className: string | undefined;
  onError?: () => void;
};

/** A picture in memory has an object URL for as long as it is shown. */
function Picture({ file, label, className, onError }: PictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = typeof file === 'string' ? file : URL.createObjectURL(file);
      image.src = url;
      return () => {
        if (typeof file !== 'string') URL.revokeObjectURL(url);
      };
    },
    [file],
  );
  return <img ref={show} alt={label} className={className} onError={onError} />;
}

function FileName({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <p className={styles['stand']}>
      {icon}
      <span className={styles['name']}>{text}</span>
    </p>
  );
}

function isPdf(file: Blob | string): boolean {
  return typeof file !== 'string' && file.type === 'application/pdf';
}
