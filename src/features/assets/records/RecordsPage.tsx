import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { DepositsView } from './DepositsView.tsx';
import { MovementsView } from './MovementsView.tsx';
import styles from './Records.module.css';
import { WithdrawalsView } from './WithdrawalsView.tsx';

const TABS = ['movements', 'deposits', 'withdrawals'] as const;

/** Records (specification, section 2): all movements, deposits, withdrawals. The query says which, `tab`, and of which `account`. */
export function RecordsPage() {
  const { t } = useTranslation('records');
  const back = useBack();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
      <div className={styles['tabs']}>
        <Tabs
          label={t('view.label')}
          value={TABS.find((tab) => tab === asked) ?? 'movements'}
          // Back leads to where the page was opened from.
          onValueChange={(tab) => setQuery({ tab }, { replace: true })}
          items={[
            {
              value: 'movements',
              label: t('view.movements'),
              content: <MovementsView account={query.get('account') ?? undefined} />,
            },
            { value: 'deposits', label: t('view.deposits'), content: <DepositsView /> },
            { value: 'withdrawals', label: t('view.withdrawals'), content: <WithdrawalsView /> },
          ]}
        />
      </div>
    </Page>
  );
}
