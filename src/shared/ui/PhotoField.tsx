import { Camera, CircleAlert, CircleCheck, FileText, ImageUp, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import { Button } from './Button.tsx';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import frame from './Field.module.css';
import styles from './PhotoField.module.css';
import { PhotoPreview, type PhotoSource } from './PhotoPreview.tsx';
import { Progress } from './Progress.tsx';
import { useNotes } from './Field.tsx';
import { type FilePick, PICTURES, usePickFile } from './usePickFile.tsx';

/** Upload state of a picture. `share` is from 0 to 1; `text` describes a failure. */
export type PhotoValue =
  | { readonly status: 'empty' }
  | (PhotoSource & { readonly status: 'uploading'; readonly share: number })
  | (PhotoSource & { readonly status: 'done' })
  | (PhotoSource & { readonly status: 'failed'; readonly text: string });

type PhotoFieldProps = {
  label: string;
  /** Requirements on the picture. */
  hint?: ReactNode;
  /** Drawing of a good picture, in the empty box. */
  drawing?: ReactNode;
  /** Error of the form, such as a missing picture. */
  error?: string | undefined;
  value: PhotoValue;
  /** A picture was taken or chosen. The caller validates its type and size. */
  onChoose: (file: File) => void;
  /** Sends a failed one again. */
  onRetry: () => void;
  /** Called after confirmation. */
  onRemove: () => void;
  /**
   * Camera that "Take photo" opens: `environment` for documents, `user` for faces; `none` for existing pictures only.
   */
  camera?: 'environment' | 'user' | 'none';
  /** Whether a PDF is accepted too. */
  isPdfAllowed?: boolean;
  isDisabled?: boolean;
};

/**
 * Picture of a document or a proof: taken or chosen, shown, sent by the caller, sent again, removed. Stores and sends
 * nothing itself.
 */
export function PhotoField(props: PhotoFieldProps) {
  const {
    label,
    hint,
    drawing,
    error,
    value,
    camera = 'environment',
    isPdfAllowed = false,
    isDisabled = false,
  } = props;
  const labelId = useId();
  const { describedBy, notes } = useNotes({ error, hint });
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className={frame['field']}>
      <span id={labelId} className={frame['label']}>
        {label}
      </span>
      <div className={styles['box']} data-invalid={error !== undefined || undefined}>
        {value.status === 'empty' ? (
          <>
            {drawing}
            <Choosing {...props} camera={camera} isPdfAllowed={isPdfAllowed} isDisabled={isDisabled} />
          </>
        ) : (
          <Chosen {...props} value={value} isDisabled={isDisabled} />
        )}
      </div>
      {notes}
    </div>
  );
}

type ChoosingProps = Pick<PhotoFieldProps, 'onChoose'> &
  Required<Pick<PhotoFieldProps, 'camera' | 'isPdfAllowed' | 'isDisabled'>>;

function Choosing({ camera, isPdfAllowed, isDisabled, onChoose }: ChoosingProps) {
  const { t } = useTranslation('forms');
  return (
    <div className={styles['ways']}>
      {camera !== 'none' && (
        <PickButton
          icon={<Camera aria-hidden />}
          label={t('photo.take')}
          accept="image/*"
          capture={camera}
          {...{ isDisabled, onChoose }}
        />
      )}
      <PickButton
        icon={isPdfAllowed ? <FileText aria-hidden /> : <ImageUp aria-hidden />}
        label={isPdfAllowed ? t('photo.chooseFile') : t('photo.choose')}
        accept={isPdfAllowed ? `${PICTURES},application/pdf` : PICTURES}
        {...{ isDisabled, onChoose }}
      />
    </div>
  );
}

type PickButtonProps = FilePick & { icon: ReactNode };

function PickButton({ icon, ...pick }: PickButtonProps) {
  const { open, input } = usePickFile(pick);
  return (
    <>
      <button type="button" className={styles['way']} disabled={pick.isDisabled} onClick={open}>
        {icon}
        {pick.label}
      </button>
      {input}
    </>
  );
}

type ChosenValue = Exclude<PhotoValue, { status: 'empty' }>;
type ChosenProps = Pick<PhotoFieldProps, 'label' | 'onRetry' | 'onRemove' | 'isDisabled'> & { value: ChosenValue };

function Chosen({ label, value, onRetry, onRemove, isDisabled }: ChosenProps) {
  const { t } = useTranslation('forms');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PhotoPreview label={label} file={value.file} name={value.name} />
      <div className={styles['foot']}>
        <UploadStatus value={value} />
        {value.status === 'failed' && (
          <Button kind="quiet" size="small" disabled={isDisabled} onClick={onRetry}>
            {t('ui.retry', { ns: 'common' })}
          </Button>
        )}
        <button type="button" className={styles['remove']} disabled={isDisabled} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
          {t('photo.remove')}
        </button>
      </div>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('photo.removeAsk')}
        description={t('photo.removeExplain')}
        confirmLabel={t('photo.remove')}
        cancelLabel={t('photo.keep')}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
      />
    </>
  );
}

function UploadStatus({ value }: { value: ChosenValue }) {
  const { t } = useTranslation('forms');
  const format = useFormat();
  if (value.status === 'uploading') {
    return (
      <div className={styles['status']}>
        <span className={styles['line']}>
          {t('photo.uploading')} <span>{format.share(Math.round(value.share * 100))}</span>
        </span>
        <Progress label={t('photo.uploading')} share={value.share} />
      </div>
    );
  }
  const hasFailed = value.status === 'failed';
  return (
    <p role="status" className={hasFailed ? styles['failed'] : styles['status']}>
      <span className={styles['mark']}>
        {hasFailed ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
        {hasFailed ? value.text : t('photo.uploaded')}
      </span>
    </p>
  );
}
