import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Whitelist } from '@halyard/contract/withdrawals/calls';
import { useGetWhitelistQuery, useSetWhitelistMutation } from '../../domain/withdrawals/whitelistApi.ts';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Addresses.module.css';

/** Known addresses only: what it does, whether it is on, and until when. Nothing where the server does not have it. */
export function WhitelistSwitch() {
  const { data: whitelist } = useGetWhitelistQuery();
  return whitelist === undefined ? null : <Known whitelist={whitelist} />;
}

function Known({ whitelist: { isOn, offAt, hours } }: { whitelist: Whitelist }) {
  const { t } = useTranslation('addresses');
  const format = useFormat();
  const { isAsking, setAsking, change, isLoading, error } = useChange();
  const isEnding = offAt !== null;
  const ending = hours === 0 ? t('whitelist.offNow') : t('whitelist.offExplain', { count: hours });
  const consequence = isOn ? ending : t('whitelist.onExplain');
  return (
    <section aria-label={t('whitelist.title')} className={styles['whitelist']}>
      <Switch
        label={t('whitelist.title')}
        isOn={isOn}
        // Who asked for its end may take that back, without being asked again.
        onChange={() => (isEnding ? void change(true) : setAsking(true))}
      />
      <p className={styles['note']}>{t(isOn ? 'whitelist.isOn' : 'whitelist.isOff')}</p>
      {isEnding && (
        <>
          <p role="status" className={styles['ends']}>
            {t('whitelist.ends', { time: format.moment(Date.parse(offAt), 'dayMinute') })}
          </p>
          <Button kind="ghost" isLoading={isLoading} onClick={() => void change(true)}>
            {t('whitelist.stay')}
          </Button>
          {error !== undefined && <p role="alert">{appErrorText(error)}</p>}
        </>
      )}
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t(isOn ? 'whitelist.offAsk' : 'whitelist.onAsk')}
        description={consequence}
        confirmLabel={t(isOn ? 'whitelist.off' : 'whitelist.on')}
        onConfirm={() => void change(!isOn)}
        isConfirming={isLoading}
        error={error && appErrorText(error)}
      />
    </section>
  );
}

function useChange() {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AppError>();
  const [send, { isLoading }] = useSetWhitelistMutation();
  async function change(isOn: boolean): Promise<void> {
    setError(undefined);
    try {
      await send({ isOn }).unwrap();
      setAsking(false);
    } catch (cause) {
      setError(isAppError(cause) ? cause : { code: 'UNKNOWN' });
    }
  }
  return { isAsking, setAsking, change, isLoading, error } as const;
}
