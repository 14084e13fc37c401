import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasOwnerCheck, makeDevicePasskey } from '../../domain/app-lock/devicePasskey.ts';
import { lockNow, startGuard } from '../../domain/app-lock/guard.ts';
import { LockPinField, usePinTry } from '../../domain/app-lock/LockPinField.tsx';
import {
  changeLock,
  LOCK_MINUTES,
  type LockMinutes,
  type LockRecord,
  writeLock,
} from '../../domain/app-lock/lockRecord.ts';
import { canHashPin, PIN_LENGTH_MAX, PIN_LENGTH_MIN, pinDigitsOf, hashPin } from '../../domain/app-lock/pin.ts';
import { useLock } from '../../domain/app-lock/useLock.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { dropLock } from '../../shared/app-lock/lockGate.ts';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Security.module.css';

/** The app lock of this device: setup, settings and removal. Works offline. */
export function AppLockPage() {
  const { t } = useTranslation('security');
  const lock = useLock();
  return (
    <Page header={<NavBar title={t('lock.title')} />}>
      <div className={styles['stack']}>
        <p className={styles['note']}>{t('lock.explain')}</p>
        <p className={styles['note']}>{t('lock.tries')}</p>
        <p className={styles['note']}>{t('lock.honest')}</p>
        {lock !== undefined && <AppLockSettings lock={lock} />}
        {lock === undefined && (canHashPin() ? <NewAppLock /> : <p role="alert">{t('lock.insecure')}</p>)}
      </div>
    </Page>
  );
}

/** A new PIN, typed twice, and the lock delay. */
function NewAppLock() {
  const { t } = useTranslation('security');
  const { minutes, setMinutes, pin, repeat, isUnready, isSaving, save } = useNewAppLock();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form noValidate className={styles['stack']} onSubmit={submit}>
      <LockPinField
        label={t('lock.pin.new')}
        name="new-app-lock-pin"
        hint={pin.error === undefined ? t('lock.pin.hint', { min: PIN_LENGTH_MIN, max: PIN_LENGTH_MAX }) : undefined}
        {...pin}
      />
      <LockPinField label={t('lock.pin.repeat')} name="new-app-lock-pin-repeat" {...repeat} />
      <MinutesChoice minutes={minutes} onChange={setMinutes} />
      <FormEnd>
        <Button type="submit" isLoading={isSaving} isUnready={isUnready}>
          {t('lock.turnOn')}
        </Button>
      </FormEnd>
    </form>
  );
}

/** State of the lock setup. Nothing of it leaves the device. */
type Fault = { readonly pin?: string; readonly repeat?: string };

function useNewAppLock() {
  const { t } = useTranslation('security');
  const [typed, setTyped] = useState({ pin: '', repeat: '' });
  const [minutes, setMinutes] = useState<LockMinutes>(5);
  const [fault, setFault] = useState<Fault>({});
  const [isSaving, setSaving] = useState(false);

  const faultOf = ({ pin, repeat }: typeof typed): Fault | undefined => {
    if (pin.length < PIN_LENGTH_MIN) return { pin: t('lock.pin.short', { min: PIN_LENGTH_MIN }) };
    return pin === repeat ? undefined : { repeat: t('lock.pin.different') };
  };
  const save = async () => {
    if (isSaving) return;
    const found = faultOf(typed);
    setFault(found ?? {});
    if (found !== undefined) return;
    setSaving(true);
    const hashed = await hashPin(typed.pin);
    // The PIN screen must be cached for offline use.
    await import('../../domain/app-lock/LockScreen.tsx').catch(() => undefined);
    setSaving(false);
    const nowMs = Date.now();
    const state = { isLocked: false, seenAtMs: nowMs, tries: 0, waitLeftMs: 0, countedAtMs: nowMs };
    if (!writeLock({ ...hashed, ...state, afterMinutes: minutes })) {
      setFault({ pin: t('lock.full') });
      return;
    }
    startGuard();
    showToast({ kind: 'success', text: t('lock.turnedOn') });
  };
  const field = (name: 'pin' | 'repeat') => ({
    value: typed[name],
    onValueChange: (text: string) => {
      setTyped((before) => ({ ...before, [name]: pinDigitsOf(text) }));
      setFault({});
    },
    error: fault[name],
  });
  const isUnready = faultOf(typed) !== undefined;
  return { minutes, setMinutes, pin: field('pin'), repeat: field('repeat'), isUnready, isSaving, save } as const;
}

/** An active lock: lock now, delay, device check, removal. */
function AppLockSettings({ lock }: { lock: LockRecord }) {
  const { t } = useTranslation('security');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={lockNow}>{t('lock.lockNow')}</Button>
      <MinutesChoice minutes={lock.afterMinutes} onChange={(afterMinutes) => changeLock({ afterMinutes })} />
      <OwnerCheck isOn={lock.passkeyId !== undefined} />
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('lock.turnOff.action')}
      </Button>
      <TurnOff isOpen={isAsking} onOpenChange={setAsking} />
    </>
  );
}

/** Unlocking with finger or face, where supported. */
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
      kind="danger"
      confirmLabel={t('lock.turnOff.action')}
      isConfirming={isTrying}
      isDisabled={isWaiting}
      onConfirm={() => void attempt()}
    >
      <LockPinField label={t('lock.pin.label')} name="app-lock-pin" {...field} />
    </ConfirmSheet>
  );
}

type MinutesChoiceProps = { minutes: LockMinutes; onChange: (minutes: LockMinutes) => void };

/** How long the app may be hidden before it locks. */
function MinutesChoice({ minutes, onChange }: MinutesChoiceProps) {
  const { t } = useTranslation('security');
  return (
    <div className={styles['choice']}>
      <span aria-hidden="true" className={styles['label']}>
        {t('lock.after.label')}
      </span>
      <Segmented
        label={t('lock.after.label')}
        options={LOCK_MINUTES.map((count) => ({ value: String(count), label: t('lock.after.minutes', { count }) }))}
        value={String(minutes)}
        onValueChange={(value) => onChange(LOCK_MINUTES.find((count) => String(count) === value) ?? minutes)}
      />
    </div>
  );
}
