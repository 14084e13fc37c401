import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccountWorths } from '../../domain/wallet/useHoldings.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Assets.module.css';
import { Worth } from './Worth.tsx';

/** The accounts with what is in them; each leads to its page. */
export function AccountRows() {
  const { t } = useTranslation('assets');
  const accounts = useAccountWorths();
  if (accounts === undefined) return null;
  return (
    <section aria-label={t('accounts.label')}>
      <h2 className={styles['heading']}>{t('accounts.label')}</h2>
      <ul className={styles['rows']}>
        {accounts.map(({ account, worth }) => (
          <li key={account}>
            <ListRow
              title={t(`account.${account}`)}
              end={
                <span className={styles['accountEnd']}>
                  <Worth value={worth} />
                  <ChevronRight aria-hidden />
                </span>
              }
              to={paths.tradeAccount({ account })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
