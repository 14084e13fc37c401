import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccountEquities } from '../../domain/wallet/useHoldings.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Assets.module.css';
import { EquityFigure } from './EquityFigure.tsx';

/** The accounts with what is in them; each leads to its page. */
export function AccountRows() {
  const { t } = useTranslation('assets');
  const accounts = useAccountEquities();
  if (accounts === undefined) return null;
  return (
    <section aria-label={t('accounts.label')}>
      <h2 className={styles['heading']}>{t('accounts.label')}</h2>
      <ul className={styles['rows']}>
        {accounts.map(({ account, equity }) => (
          <li key={account}>
            <ListRow
              title={t(`account.${account}`)}
              end={
                <span className={styles['accountEnd']}>
                  <EquityFigure value={equity} />
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
