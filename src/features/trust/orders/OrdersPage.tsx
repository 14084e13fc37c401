import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TRUST_CSV_PATH, trustCsvRequest, type TrustOrder } from '@halyard/contract/trust/calls';
import type { TrustFilter } from '../../../domain/trust/trustApi.ts';
import { useTrustOrders } from '../../../domain/trust/useTrust.ts';
import { createDownload } from '../../../shared/api/downloadFile.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/PagedList.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import styles from '../Trust.module.css';
import { OrderRow } from './OrderRow.tsx';
import { RedeemSheet } from './RedeemSheet.tsx';
import { RenewalSheet } from './RenewalSheet.tsx';

const FILTERS = {
  hosting: { status: 'hosting' },
  completed: { status: 'ended', isRedeemed: false },
  redeemed: { status: 'ended', isRedeemed: true },
} as const satisfies Readonly<Record<string, TrustFilter>>;
type View = keyof typeof FILTERS;
const VIEWS = Object.keys(FILTERS) as readonly View[];

const downloadTrust = createDownload(TRUST_CSV_PATH, 'trust.csv', trustCsvRequest);

/** The user's orders: active, completed and redeemed. */
export function OrdersPage() {
  const { t } = useTranslation('trust');
  const back = useBack();
  const [view, setView] = useState<View>('hosting');
  const [leaving, setLeaving] = useState<TrustOrder>();
  const [renewing, setRenewing] = useState<TrustOrder>();
  return (
    <Page header={<NavBar title={t('orders.title')} onBack={back} />}>
      <div className={styles['tabs']}>
        <Tabs
          label={t('orders.title')}
          value={view}
          onValueChange={setView}
          items={VIEWS.map((value) => ({
            value,
            label: t(`orders.${value}`),
            content: <Orders view={value} onRedeem={setLeaving} onRenew={setRenewing} />,
          }))}
        />
      </div>
      <RedeemSheet order={leaving} onClose={() => setLeaving(undefined)} />
      <RenewalSheet order={renewing} onClose={() => setRenewing(undefined)} />
    </Page>
  );
}

type OrdersProps = {
  view: View;
  onRedeem: (order: TrustOrder) => void;
  onRenew: (order: TrustOrder) => void;
};

function Orders({ view, ...actions }: OrdersProps) {
  const { t } = useTranslation('trust');
  const list = useTrustOrders(FILTERS[view]);
  const action = view === 'hosting' && (
    <ButtonLink kind="ghost" size="small" to={paths.finance()}>
      {t('products')}
    </ButtonLink>
  );
  return (
    <PagedList
      label={t(`orders.${view}`)}
      list={list}
      head={
        <div className={styles['tools']}>
          <AsOf atMs={list.asOfMs} />
          <SaveFile file={downloadTrust(FILTERS[view])} />
        </div>
      }
      renderItem={(order) => <OrderRow order={order} {...actions} />}
      skeleton={<OrderLoading />}
      empty={<EmptyState text={t(`orders.none.${view}`)} action={action} />}
    />
  );
}

function OrderLoading() {
  return (
    <div className={styles['order']}>
      <Skeleton width="60%" height={24} />
      <Skeleton height={4} />
      <Skeleton width="70%" />
      <Skeleton width="85%" />
      <Skeleton width="70%" />
    </div>
  );
}
