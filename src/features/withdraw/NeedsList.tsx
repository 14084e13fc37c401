import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import type { Need } from './needs.ts';
import styles from './Withdraw.module.css';

const PLACES: Readonly<Record<Need, () => string>> = {
  verify: paths.verification,
  fundPassword: paths.changePayPassword,
  address: paths.createAddress,
  card: paths.addBankCard,
};

/** What has to be done first, each with the way there. */
export function NeedsList({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('withdraw');
  if (needs.length === 0) return null;
  return (
    <section aria-label={t('needs.title')}>
      <h2 className={styles['heading']}>{t('needs.title')}</h2>
      <ul className={styles['rows']}>
        {needs.map((need) => (
          <li key={need}>
            <ListRow
              title={t(`needs.${need}`)}
              detail={t(`needs.${need}Detail`)}
              end={<ChevronRight aria-hidden />}
              to={PLACES[need]()}
            />
          </li>
        ))}
      </ul>
      <p className={styles['note']}>{t('needs.all')}</p>
    </section>
  );
}
