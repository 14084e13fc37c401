import { useTranslation } from 'react-i18next';
import styles from './Deposit.module.css';

/** What happens after this screen, all of it. */
export function NextSteps({ first }: { first: string }) {
  const { t } = useTranslation('deposit');
  return (
    <section>
      <h2 className={styles['heading']}>{t('next.title')}</h2>
      <ol className={styles['steps']}>
        <li>{first}</li>
        <li>{t('next.two')}</li>
        <li>{t('next.three')}</li>
      </ol>
    </section>
  );
}
