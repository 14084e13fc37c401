import { useTranslation } from 'react-i18next';
import type { LogWitness } from '@halyard/contract/transparency/calls';
import { useGetLogWitnessesQuery } from '../../domain/transparency/publicLogApi.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';
import { useAgo } from './useAgo.ts';
import { useCount } from './useCount.ts';

/** Who else signs that the log only grows, and when they did last. */
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
