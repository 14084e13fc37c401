import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../format/saveFile.ts';
import { errorText } from '../i18n/errorText.ts';
import { Button } from './Button.tsx';
import styles from './QrCode.module.css';
import { drawQr, qrOf, QUIET, type Qr } from './qr.ts';
import { showToast } from './toastQueue.ts';

type QrCodeProps = {
  /** Encoded text. */
  value: string;
  /** Description for screen readers: "QR code of the deposit address". */
  label: string;
  /** File name for saving, without extension; there is no button without it. */
  fileName?: string;
};

/** A QR code, dark on white in every theme, as cameras require. */
export function QrCode({ value, label, fileName }: QrCodeProps) {
  const qr = useMemo(() => qrOf(value), [value]);
  if (qr === undefined) return <p role="alert">{errorText('PICTURE_PREVIEW_FAILED')}</p>;
  const side = qr.size + 2 * QUIET;
  return (
    <div className={styles['code']}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} className={styles['picture']}>
        <rect width={side} height={side} className={styles['ground']} />
        <path d={pathOf(qr)} className={styles['dark']} />
      </svg>
      {fileName !== undefined && <SaveButton qr={qr} fileName={fileName} />}
    </div>
  );
}

function SaveButton({ qr, fileName }: { qr: Qr; fileName: string }) {
  const { t } = useTranslation('forms');
  const [isSaving, setSaving] = useState(false);
  async function save(): Promise<void> {
    setSaving(true);
    const outcome = await savePicture(qr, `${fileName}.png`);
    setSaving(false);
    if (outcome === 'failed') showToast({ kind: 'error', text: errorText('PICTURE_SAVE_FAILED') });
    if (outcome === 'downloaded') showToast({ kind: 'success', text: t('qr.saved') });
  }
  return (
    <Button kind="quiet" size="small" isLoading={isSaving} onClick={() => void save()}>
      <span className={styles['save']}>
        <Download aria-hidden />
        {t('qr.save')}
      </span>
    </Button>
  );
}

async function savePicture(qr: Qr, name: string) {
  const picture = await drawQr(qr);
  return picture === undefined ? 'failed' : (await saveFile(picture, name)).outcome;
}

/** The dark modules as runs along their rows: one path instead of a thousand squares with hairlines between them. */
function pathOf({ rows }: Qr): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1] === true) return '';
        const end = row.indexOf(false, x);
        const width = (end === -1 ? row.length : end) - x;
        return `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}
