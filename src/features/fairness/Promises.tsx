import { useTranslation } from 'react-i18next';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';

const PROMISED = ['ticks', 'histories', 'terms', 'outcome', 'simulated', 'balances', 'restore'] as const;
const OPEN = ['ahead', 'sources', 'users', 'reserves', 'leaks', 'app'] as const;

/** What can be found out by anybody, and what nobody should believe to be shown. */
export function Promises() {
  const { t } = useTranslation('fairness');
  return (
    <>
      <Part title={t('promised.title')}>
        <ul className={styles['list']}>
          {PROMISED.map((line) => (
            <li key={line}>{t(`promised.${line}`)}</li>
          ))}
        </ul>
      </Part>
      <Part title={t('open.title')}>
        <ul className={styles['list']}>
          {OPEN.map((line) => (
            <li key={line}>{t(`open.${line}`)}</li>
          ))}
        </ul>
      </Part>
    </>
  );
}
