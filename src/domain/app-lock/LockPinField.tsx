import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { sessionApi } from '../session/sessionApi.ts';
import { readLock } from './lockRecord.ts';
import { pinDigitsOf, PIN_LENGTH_MIN } from './pin.ts';
import { TRIES_MAX, tryPin, useLockWait } from './useLock.ts';

type LockPinFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'name' | 'hint' | 'value' | 'onValueChange' | 'error' | 'ref'
>;

/** PIN field of the app lock. Password managers are kept out: the PIN is valid on this device only. */
export function LockPinField(props: LockPinFieldProps) {
  return (
    <PasswordField
      inputMode="numeric"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      data-bwignore
      {...props}
    />
  );
}

/** PIN entry with its outcome as text. `onRight` runs after the right PIN; too many wrong ones log out. */
export function usePinTry(onRight: () => void) {
  const { t } = useTranslation('security');
  const dispatch = useAppDispatch();
  const waitSeconds = useLockWait();
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState<string>();
  const [isTrying, setTrying] = useState(false);

  const attempt = async () => {
    if (isTrying || waitSeconds > 0) return;
    if (pin.length < PIN_LENGTH_MIN) {
      setFault(t('lock.pin.short', { min: PIN_LENGTH_MIN }));
      return;
    }
    setTrying(true);
    const outcome = await tryPin(pin);
    setTrying(false);
    setPin('');
    if (outcome === 'right') onRight();
    else if (outcome === 'ended') {
      showToast({ kind: 'info', text: t('lock.ended') });
      void dispatch(sessionApi.endpoints.logOut.initiate());
    } else setFault(t('lock.pin.wrong', { count: TRIES_MAX - (readLock()?.tries ?? 0) }));
  };

  return {
    field: {
      value: pin,
      onValueChange: (text: string) => {
        setPin(pinDigitsOf(text));
        setFault(undefined);
      },
      error: waitSeconds > 0 ? t('lock.pin.wait', { count: waitSeconds }) : fault,
    },
    isWaiting: waitSeconds > 0,
    isTrying,
    attempt,
  } as const;
}
