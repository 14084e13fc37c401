import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedRoot } from '../../domain/transparency/comparedRoot.ts';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';
import { useCount } from './useCount.ts';

/** The log as this device knows it, and what to compare with others. */
export function KnownLog({ pin }: { pin: LogPin }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const compared = useComparedRoot(pin.note);
  return (
    <Part title={t('log.title')}>
      {pin.before !== undefined && <p className={styles['text']}>{t('log.met', { origin: pin.before.origin })}</p>}
      <KeyValue
        items={[
          { label: t('log.size'), value: count(pin.size) },
          { label: t('log.first'), value: format.moment(pin.firstAtMs, 'dateMinute') },
        ]}
      />
      {compared !== undefined && (
        <div className={styles['compare']}>
          <span className={styles['soft']}>{t('log.letters', { size: count(compared.size) })}</span>
          <b className={styles['letters']}>{compared.letters}</b>
          <p className={styles['soft']}>{t('log.compareText', { size: count(compared.size) })}</p>
        </div>
      )}
      {pin.vkeys.map((vkey) => (
        <CopyRow key={vkey} label={t('log.key')} value={vkey} look="whole" />
      ))}
    </Part>
  );
}

/** Undefined until it is read, and where it cannot be. */
function useComparedRoot(note: string): ComparedRoot | undefined {
  const [compared, setCompared] = useState<ComparedRoot>();
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const [{ comparedRoot }, { remoteLog }] = await Promise.all([
        import('../../domain/transparency/comparedRoot.ts'),
        import('../../domain/transparency/remoteLog.ts'),
      ]);
      const root = await comparedRoot(note, remoteLog(stop.signal));
      if (!stop.signal.aborted) setCompared(root);
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [note]);
  return compared;
}
