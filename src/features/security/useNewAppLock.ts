/** Turning the app lock on. Nothing of it leaves the device. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startGuard } from '../../domain/app-lock/guard.ts';
import { writeLock, type LockMinutes } from '../../domain/app-lock/lockRecord.ts';
import { pinDigitsOf, PIN_LENGTH_MIN, sealPin } from '../../domain/app-lock/pin.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

type Fault = { readonly pin?: string; readonly repeat?: string };

export function useNewAppLock() {
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
    const sealed = await sealPin(typed.pin);
    // What asks for the PIN must be there without a connection as well.
    await import('../../domain/app-lock/LockScreen.tsx').catch(() => undefined);
    setSaving(false);
    const nowMs = Date.now();
    const state = { isLocked: false, seenAtMs: nowMs, tries: 0, waitLeftMs: 0, countedAtMs: nowMs };
    if (!writeLock({ ...sealed, ...state, afterMinutes: minutes })) {
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
  return { minutes, setMinutes, pin: field('pin'), repeat: field('repeat'), isSaving, save } as const;
}
