import { LogOut as LogOutIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useLogOut } from '../../domain/session/useLogOut.ts';
import { useOutbox } from '../../shared/outbox/outboxView.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import styles from './Settings.module.css';

/** The way out, after a question that says what it removes from this device. */
export function LogOut() {
  const { t } = useTranslation('settings');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const waiting = useOutbox().length;
  const logOut = useLogOut();
  const [isAsking, setAsking] = useState(false);
  if (!isLoggedIn) return null;
  const leave = () => {
    setAsking(false);
    void logOut();
  };
  return (
    <>
      <Button kind="ghost" onClick={() => setAsking(true)}>
        <LogOutIcon aria-hidden className={styles['icon']} />
        {t('logOut.action')}
      </Button>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('logOut.ask')}
        description={t('logOut.removes')}
        confirmLabel={t('logOut.action')}
        onConfirm={leave}
      >
        <ul className={styles['leaving']}>
          <li>{t('logOut.session')}</li>
          <li>{t('logOut.records')}</li>
          <li>{t('logOut.drafts')}</li>
          {waiting > 0 && <li>{t('logOut.waiting', { count: waiting })}</li>}
        </ul>
        <p className={styles['note']}>{t('logOut.stays')}</p>
        <p className={styles['note']}>{t('logOut.shared')}</p>
      </ConfirmSheet>
    </>
  );
}
