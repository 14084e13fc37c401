import { FileQuestion, Landmark, MessageCircle, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { UPLOAD_MEGABYTES_MAX } from '@halyard/contract/uploads/rules';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { chooseSharedFile, dropSharedFile, peekSharedFile, type SharePlace } from '../../shared/pwa/sharedFile.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './SharedFile.module.css';

/**
 * Asks where a shared file goes: deposit proof, chat, or discard. Browsers do not report the sender, so the sheet
 * states that it is unknown.
 */
export function SharedFile() {
  const { t } = useTranslation('share');
  const navigate = useNavigate();
  const file = usePeekedFile();
  const [isOpen, setOpen] = useState(true);
  if (file === undefined) return null;

  const go = async (chosen: File, place: SharePlace, to: string) => {
    setOpen(false);
    await chooseSharedFile(chosen, place);
    if (place === 'deposit') showToast({ kind: 'info', text: t('attached') });
    void navigate(to, { replace: true });
  };
  const leave = () => {
    setOpen(false);
    if (file !== null) void dropSharedFile(file);
    void navigate(paths.home(), { replace: true });
  };
  return (
    <Sheet isOpen={isOpen} onOpenChange={leave} title={t('title')} description={file === null ? undefined : t('where')}>
      {file === null ? (
        <p className={styles['missing']}>
          <FileQuestion aria-hidden />
          {t('missing', { max: UPLOAD_MEGABYTES_MAX })}
        </p>
      ) : (
        <Places file={file} onChoose={(place, to) => void go(file, place, to)} onDrop={leave} />
      )}
    </Sheet>
  );
}

type PlacesProps = { file: File; onChoose: (place: SharePlace, to: string) => void; onDrop: () => void };

function Places({ file, onChoose, onDrop }: PlacesProps) {
  const { t } = useTranslation('share');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <>
      <PhotoPreview label={file.name} name={file.name} file={file} />
      <p className={styles['note']}>{t('source')}</p>
      <div className={styles['places']}>
        <ListRow
          start={<Landmark aria-hidden />}
          title={t('deposit')}
          detail={t('depositDetail')}
          onPress={() => onChoose('deposit', paths.deposit())}
        />
        <ListRow
          start={<MessageCircle aria-hidden />}
          title={t('chat')}
          detail={t('chatDetail')}
          onPress={() => onChoose('chat', paths.helpChat())}
        />
        <ListRow start={<Trash2 aria-hidden />} title={t('drop')} onPress={onDrop} />
      </div>
      {!isLoggedIn && <p className={styles['note']}>{t('logIn')}</p>}
    </>
  );
}

/** The file; `null` if there is none, `undefined` until that and the texts are loaded. */
function usePeekedFile(): File | null | undefined {
  const [file, setFile] = useState<File | null>();
  useEffect(() => {
    let isGone = false;
    const texts = [loadNamespace('share'), loadNamespace('forms')];
    void Promise.all([peekSharedFile().catch(() => undefined), ...texts]).then(([found]) => {
      if (!isGone) setFile(found ?? null);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return file;
}
