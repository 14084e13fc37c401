import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewRecoveryCodes } from '@halyard/contract/security/factorCalls';
import { useRevokeSessionsMutation } from '../../../domain/security/securityApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { appErrorText, errorText, noticeText } from '../../../shared/i18n/errorText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { CopyButton } from '../../../shared/ui/CopyButton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from './Factors.module.css';

type RecoveryCodesProps = NewRecoveryCodes & { onDone: () => void };

/** The ten codes, this once; gone when the user says that he has kept them. */
export function RecoveryCodes({ recoveryCodes, otherSessions, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('factors');
  const [isPersisted, setKept] = useState(false);
  const text = recoveryCodes.join('\n');
  return (
    <div className={styles['stack']}>
      <p className={styles['note']}>{t('codes.explain')}</p>
      <ol className={styles['codes']}>
        {recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <CopyButton text={text} what={t('codes.title')} look="words" />
        <Button kind="ghost" onClick={() => void save(text, t('codes.saved'))}>
          <Download aria-hidden />
          {t('codes.save')}
        </Button>
      </div>
      <Checkbox label={t('codes.kept')} isChecked={isPersisted} onCheckedChange={setKept} />
      <Button disabled={!isPersisted} onClick={onDone}>
        {t('codes.done')}
      </Button>
      {otherSessions > 0 && <EndOthers count={otherSessions} />}
    </div>
  );
}

async function save(text: string, saved: string): Promise<void> {
  const { outcome } = await saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'halyard-recovery-codes.txt');
  if (outcome === 'failed') showToast({ kind: 'error', text: errorText('FILE_SAVE_FAILED') });
  // Whoever closed the share sheet knows that nothing was saved.
  else if (outcome !== 'dismissed') showToast({ kind: 'success', text: saved });
}

/** After a change of the factors: whoever else is logged in was let in without them. */
function EndOthers({ count }: { count: number }) {
  const { t } = useTranslation('factors');
  const [revoke, { isLoading, isSuccess }] = useRevokeSessionsMutation();
  if (isSuccess) return null;
  const press = async () => {
    const { error } = await revoke('others');
    if (error === undefined) showToast({ kind: 'success', text: noticeText('SESSIONS_ENDED') });
    else showToast({ kind: 'error', text: appErrorText(error as AppError) });
  };
  return (
    <Button kind="quiet" isLoading={isLoading} onClick={() => void press()}>
      {t('codes.others', { count })}
    </Button>
  );
}
