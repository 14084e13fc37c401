import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LockPinField } from '../../domain/app-lock/LockPinField.tsx';
import { PIN_LENGTH_MAX, PIN_LENGTH_MIN } from '../../domain/app-lock/pin.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { MinutesChoice } from './MinutesChoice.tsx';
import styles from './Security.module.css';
import { useNewAppLock } from './useNewAppLock.ts';

/** A PIN, twice, and the time after which it is asked for. */
export function NewAppLock() {
  const { t } = useTranslation('security');
  const { minutes, setMinutes, pin, repeat, isSaving, save } = useNewAppLock();
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
      <Button type="submit" isLoading={isSaving}>
        {t('lock.turnOn')}
      </Button>
    </form>
  );
}
