import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogWitness } from '@halyard/contract/transparency/calls';
import type { ComparedRoot } from '../../domain/transparency/comparedRoot.ts';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { useGetLogWitnessesQuery } from '../../domain/transparency/publicLogApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { Part, useAgo, useCount } from './Part.tsx';

/** The log as this device knows it, and a value to compare with others. */
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

/** Undefined until read, and when it cannot be read. */
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

/** Witnesses that cosign the log's growth, with their last cosignature. */
export function Witnesses() {
  const { t } = useTranslation('fairness');
  const lineOf = useLine();
  return (
    <Part title={t('witnesses.title')}>
      <Answered query={useGetLogWitnessesQuery()}>
        {({ witnesses, isRequired }) =>
          witnesses.length === 0 ? (
            <p className={styles['text']}>{t('witnesses.none')}</p>
          ) : (
            <>
              <KeyValue items={witnesses.map(lineOf)} />
              {isRequired && <p className={styles['soft']}>{t('witnesses.required')}</p>}
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function useLine() {
  const { t } = useTranslation('fairness');
  const ago = useAgo();
  const count = useCount();
  return ({ name, state, size, cosignedAtMs }: LogWitness) => ({
    label: name,
    value: (
      <span className={styles['lines']}>
        <span className={state === 'conflict' ? styles['wrong'] : undefined}>{t(`witnesses.state.${state}`)}</span>
        <span className={styles['soft']}>
          {size === null || cosignedAtMs === null
            ? t('witnesses.never')
            : t('witnesses.row', { size: count(size), ago: ago(cosignedAtMs) })}
        </span>
      </span>
    ),
    hasOwnLine: true,
  });
}
