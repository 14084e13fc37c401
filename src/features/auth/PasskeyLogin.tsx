import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPasskey, hasPasskeys } from '../../domain/security/passkeyDevice.ts';
import { useAskPasskeyLoginMutation, useLogInWithPasskeyMutation } from '../../domain/session/passkeyLoginApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import styles from './Auth.module.css';

/** The way in without a password, where the browser has one. Who changes his mind is told nothing in red. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth');
  const [ask] = useAskPasskeyLoginMutation();
  const [logIn] = useLogInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  if (!hasPasskeys()) return null;

  async function enter(): Promise<void> {
    setBusy(true);
    setFailed(undefined);
    const { error, isIn } = await tryPasskey();
    setBusy(false);
    if (error !== undefined) setFailed(appErrorText(error));
    if (isIn) onDone();
  }

  async function tryPasskey(): Promise<{ readonly error?: AppError | undefined; readonly isIn: boolean }> {
    const asked = await ask();
    if (asked.data === undefined) return { error: asked.error as AppError, isIn: false };
    const { passkey, error } = await askPasskey(asked.data);
    if (passkey === undefined) return { error, isIn: false };
    const entered = await logIn(passkey);
    return { error: entered.error as AppError | undefined, isIn: entered.error === undefined };
  }

  return (
    <div className={styles['passkey']}>
      <Button kind="ghost" isLoading={isBusy} onClick={() => void enter()}>
        <Fingerprint aria-hidden />
        {t('login.passkey')}
      </Button>
      <p className={styles['formError']} role="alert">
        {failed}
      </p>
    </div>
  );
}
