import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasOwnerCheck, makeDevicePasskey } from '../../domain/app-lock/devicePasskey.ts';
import { lockNow } from '../../domain/app-lock/guard.ts';
import { changeLock, type LockRecord } from '../../domain/app-lock/lockRecord.ts';
import { LockPinField } from '../../domain/app-lock/LockPinField.tsx';
import { usePinTry } from '../../domain/app-lock/usePinTry.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { dropLock } from '../../shared/app-lock/lockGate.ts';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { MinutesChoice } from './MinutesChoice.tsx';
import styles from './Security.module.css';

/** A lock that is on: locking now, when it locks, what opens it besides the PIN, turning it off. */
export function AppLockSettings({ lock }: { lock: LockRecord }) {
  const { t } = useTranslation('security');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={lockNow}>{t('lock.lockNow')}</Button>
      <MinutesChoice minutes={lock.afterMinutes} onChange={(afterMinutes) => changeLock({ afterMinutes })} />
      <OwnerCheck isOn={lock.passkeyId !== undefined} />
      <Button kind="ghost" onClick={() => setAsking(true)}>
        {t('lock.turnOff.action')}
      </Button>
      <TurnOff isOpen={isAsking} onOpenChange={setAsking} />
    </>
  );
}

/** Opening with a finger or a face, where the device has such a check. */
function OwnerCheck({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('security');
  const user = useAppSelector(selectUser);
  const [isPossible, setPossible] = useState(isOn);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    void hasOwnerCheck().then((has) => setPossible((before) => before || has));
  }, []);
  const choose = async (wanted: boolean) => {
    setFailed(false);
    const made = wanted ? await makeDevicePasskey(user?.account ?? PRODUCT_NAME) : undefined;
    if (wanted && made === undefined) setFailed(true);
    else changeLock({ passkeyId: made });
  };
  if (!isPossible) return null;
  return (
    <div className={styles['choice']}>
      <Switch label={t('lock.owner.label')} isOn={isOn} onChange={(wanted) => void choose(wanted)} />
      <p role={hasFailed ? 'alert' : undefined} className={styles['note']}>
        {t(hasFailed ? 'lock.owner.notMade' : 'lock.owner.detail')}
      </p>
    </div>
  );
}

function TurnOff(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation('security');
  const { field, isTrying, isWaiting, attempt } = usePinTry(() => {
    dropLock();
    showToast({ kind: 'success', text: t('lock.turnedOff') });
  });
  return (
    <ConfirmSheet
      {...props}
      title={t('lock.turnOff.ask')}
      description={t('lock.turnOff.explain')}
      confirmLabel={t('lock.turnOff.action')}
      isConfirming={isTrying}
      isDisabled={isWaiting}
      onConfirm={() => void attempt()}
    >
      <LockPinField label={t('lock.pin.label')} name="app-lock-pin" {...field} />
    </ConfirmSheet>
  );
}
