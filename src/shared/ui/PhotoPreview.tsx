import { FileText, ImageOff, Maximize2 } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import styles from './PhotoPreview.module.css';
import { Sheet } from './Sheet.tsx';

/** What is shown of a chosen picture. */
export type PhotoSource = {
  /** The picture itself, or the address where it can be had; nothing where neither is at hand any more. */
  readonly file: Blob | string | undefined;
  /** Its name on the device, shown for what is no picture. */
  readonly name?: string | undefined;
};

type PhotoPreviewProps = PhotoSource & {
  /** What the picture shows, for screen readers. */
  label: string;
};

/** A picture that grows when it is pressed. What cannot be shown, such as a PDF, is named instead. */
export function PhotoPreview({ label, file, name }: PhotoPreviewProps) {
  const { t } = useTranslation('forms');
  const [unreadable, setUnreadable] = useState<Blob | string>();
  const [isLarge, setLarge] = useState(false);
  if (file === undefined || isPdf(file)) return <Stand icon={<FileText aria-hidden />} text={name ?? label} />;
  if (file === unreadable) return <Stand icon={<ImageOff aria-hidden />} text={errorText('PICTURE_PREVIEW_FAILED')} />;
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

/** A picture in memory is given an address as long as it is shown. */
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

function Stand({ icon, text }: { icon: ReactNode; text: string }) {
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
