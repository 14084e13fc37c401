import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dropLock, onGate } from '../../shared/app-lock/lockGate.ts';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { sessionApi } from '../session/sessionApi.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { askDeviceOwner } from './devicePasskey.ts';
import { isGuarding, openLock, startGuard, MARK_PATHS } from './guard.ts';
import styles from './Lock.module.css';
import { LockPinField, usePinTry } from './LockPinField.tsx';
import { readLock } from './lockRecord.ts';
import { TRIES_MAX, useLock } from './useLock.ts';

/** Replaces the app while it is locked. Renders nothing until the lock state is known. */
export function LockScreen() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const isLocked = useLock()?.isLocked === true;
  const isDecided = useSyncExternalStore(onGate, isGuarding);
  useLayoutEffect(() => {
    // Without a session there is nothing to protect.
    if (isLoggedIn) startGuard();
    else dropLock();
  }, [isLoggedIn]);
  return isDecided && isLocked ? <Locked /> : null;
}

function Locked() {
  const { t } = useTranslation('security');
  const dispatch = useAppDispatch();
  const passkeyId = useLock()?.passkeyId;
  useEffect(() => {
    document.querySelector('#splash')?.remove();
    // The title named the open page.
    document.title = PRODUCT_NAME;
    // The page was closed after the last wrong try, before the session was ended.
    if ((readLock()?.tries ?? 0) >= TRIES_MAX) void dispatch(sessionApi.endpoints.logOut.initiate());
  }, [dispatch]);
  return (
    <main className={styles['screen']}>
      <div className={styles['middle']}>
        <div className={styles['head']}>
          <Mark />
          <h1 className={styles['title']}>{t('lock.locked')}</h1>
        </div>
        <PinForm />
        {passkeyId !== undefined && <OwnerButton passkeyId={passkeyId} />}
      </div>
      <WayOut />
    </main>
  );
}

function PinForm() {
  const { t } = useTranslation('security');
  const { field, isTrying, isWaiting, attempt } = usePinTry(openLock);
  const input = useRef<HTMLInputElement>(null);
  // The previously focused element is gone, and this input is the only thing to do here.
  useEffect(() => input.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt();
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <LockPinField label={t('lock.pin.label')} name="app-lock-pin" ref={input} {...field} />
      <Button type="submit" isLoading={isTrying} disabled={isWaiting}>
        {t('lock.unlock')}
      </Button>
    </form>
  );
}

/** Unlocks with the device's own check (finger, face or device PIN). */
function OwnerButton({ passkeyId }: { passkeyId: string }) {
  const { t } = useTranslation('security');
  const [hasFailed, setFailed] = useState(false);
  const ask = async () => {
    setFailed(false);
    if (await askDeviceOwner(passkeyId)) openLock();
    else setFailed(true);
  };
  return (
    <div className={styles['form']}>
      <Button kind="ghost" onClick={() => void ask()}>
        {t('lock.owner.unlock')}
      </Button>
      <p role="status" className={styles['note']}>
        {hasFailed && t('lock.owner.failed')}
      </p>
    </div>
  );
}

/** For users who forgot the PIN. */
function WayOut() {
  const { t } = useTranslation('security');
  const dispatch = useAppDispatch();
  const logOut = () => void dispatch(sessionApi.endpoints.logOut.initiate());
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <div className={styles['foot']}>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {t('lock.forgot.ask')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['foot']}>
      <p className={styles['note']}>{t('lock.forgot.explain')}</p>
      <Button kind="ghost" onClick={logOut}>
        {t('lock.forgot.logOut')}
      </Button>
      <Button kind="quiet" onClick={() => setAsking(false)}>
        {t('lock.forgot.back')}
      </Button>
    </div>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 512 512" aria-hidden className={styles['mark']}>
      {MARK_PATHS.map(({ d, opacity }) => (
        <path key={d} d={d} opacity={opacity} />
      ))}
    </svg>
  );
}
