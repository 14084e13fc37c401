import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '@halyard/contract/convert/planCalls';
import { usePlans } from '../../../domain/convert/plansApi.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { IconLink } from '../../../shared/ui/IconLink.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../../shared/ui/PullToRefresh.tsx';
import { PlanCard } from './PlanCard.tsx';
import styles from './Plans.module.css';

/** The user's recurring buys. */
export function PlansPage() {
  const { t } = useTranslation('plans');
  const { plans, error, retry, asOfMs } = usePlans();
  const toNew = <IconLink icon={<Plus aria-hidden />} label={t('actions.new')} to={paths.newPlan()} />;
  return (
    <Page header={<NavBar title={t('title')} actions={toNew} />} isWide>
      <PullToRefresh onRefresh={retry} updatedAtMs={undefined}>
        <div className={styles['screen']}>
          <AsOf atMs={asOfMs} />
          {error !== undefined && <ErrorState error={error} onRetry={retry} />}
          {plans === undefined && error === undefined && <PlansLoading />}
          {plans !== undefined && <Plans plans={plans} />}
        </div>
      </PullToRefresh>
    </Page>
  );
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation('plans');
  const open = plans.filter(({ status }) => status !== 'ended');
  const ended = plans.filter(({ status }) => status === 'ended');
  const start = (
    <ButtonLink kind="ghost" size="small" to={paths.newPlan()}>
      {t('actions.new')}
    </ButtonLink>
  );
  return (
    <>
      {open.length === 0 && <EmptyState drawing="coins" text={t('empty')} action={start} />}
      <Cards label={t('title')} plans={open} />
      {ended.length > 0 && (
        <section className={styles['group']} aria-label={t('ended')}>
          <h2 className={styles['heading']}>{t('ended')}</h2>
          <Cards label={t('ended')} plans={ended} />
        </section>
      )}
    </>
  );
}

function Cards({ label, plans }: { label: string; plans: readonly Plan[] }) {
  if (plans.length === 0) return null;
  return (
    <ul className={styles['cards']} aria-label={label}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} isLinked />
        </li>
      ))}
    </ul>
  );
}

function PlansLoading() {
  return (
    <Loading>
      <div className={styles['cards']}>
        <Skeleton shape="block" height={230} />
        <Skeleton shape="block" height={230} />
      </div>
    </Loading>
  );
}
