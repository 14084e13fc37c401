import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { recordTabs } from '../../../shared/navigation/recordTabs.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { UtcTimes } from '../../../shared/time/UtcTimes.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { DepositsView } from './DepositsView.tsx';
import { EntriesView } from './EntriesView.tsx';
import styles from './Records.module.css';
import { WithdrawalsView } from './WithdrawalsView.tsx';

const OTHER_TABS = recordTabs().map(({ load, ...tab }) => ({ ...tab, View: lazyPart(load) }));
const TABS = ['movements', 'deposits', 'withdrawals', ...OTHER_TABS.map(({ value }) => value)];

/**
 * Records (specification, section 2): all ledger entries, deposits, withdrawals, and what other features bring. The
 * query says which, `tab`, and of which `account`.
 */
export function RecordsPage() {
  const { t } = useTranslation('records');
  const back = useBack();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
      <div className={styles['tabs']}>
        <UtcTimes>
          <Tabs
            label={t('view.label')}
            value={TABS.find((tab) => tab === asked) ?? 'movements'}
            // Back leads to where the page was opened from.
            onValueChange={(tab) => setQuery({ tab }, { replace: true })}
            items={[
              {
                value: 'movements',
                label: t('view.movements'),
                content: <EntriesView account={query.get('account') ?? undefined} />,
              },
              { value: 'deposits', label: t('view.deposits'), content: <DepositsView /> },
              { value: 'withdrawals', label: t('view.withdrawals'), content: <WithdrawalsView /> },
              ...OTHER_TABS.map(({ value, label, View }) => ({
                value,
                label: t(label),
                content: (
                  <Suspense fallback={null}>
                    <View />
                  </Suspense>
                ),
              })),
            ]}
          />
        </UtcTimes>
      </div>
    </Page>
  );
}
