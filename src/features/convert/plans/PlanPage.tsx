import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LATE_MS, type Plan, type PlanRun } from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { planIdOf, usePlan, usePlanRuns } from '../../../domain/convert/plansApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/InfiniteList.tsx';
import { ratePlaces } from '../convertForm.ts';
import { PlanCard } from './PlanCard.tsx';
import styles from './Plans.module.css';

/** A recurring buy with what happened on its dates. The query names it by `id`. */
export function PlanPage() {
  const { t } = useTranslation('shell');
  return (
    <OnePlan title={t('titles.plan')} loading={<PlanLoading />}>
      {(plan) => <Content plan={plan} />}
    </OnePlan>
  );
}

function PlanLoading() {
  return (
    <Loading>
      <div className={styles['screen']}>
        <Skeleton shape="block" height={230} />
      </div>
    </Loading>
  );
}

type OnePlanProps = { title: string; loading: ReactNode; children: (plan: Plan) => ReactNode };

/** A page about the plan that the query names by `id`. */
export function OnePlan({ title, loading, children }: OnePlanProps) {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const id = planIdOf(query);
  const { plan, error, retry } = usePlan(id);
  return (
    <Page header={<NavBar title={title} />}>
      {plan !== undefined && children(plan)}
      {error !== undefined && error.code !== 'PLAN_NOT_FOUND' && <ErrorState error={error} onRetry={retry} />}
      {(id === undefined || error?.code === 'PLAN_NOT_FOUND') && (
        <EmptyState
          text={errorText('PLAN_NOT_FOUND')}
          action={
            <ButtonLink kind="ghost" size="small" to={paths.plans()}>
              {t('titles.plans')}
            </ButtonLink>
          }
        />
      )}
      {id !== undefined && plan === undefined && error === undefined && loading}
    </Page>
  );
}

function Content({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const list = usePlanRuns(plan.id);
  return (
    <div className={styles['screen']}>
      <PagedList
        label={t('runs.title')}
        list={list}
        head={
          <div className={styles['group']}>
            <AsOf atMs={list.asOfMs} />
            <PlanCard plan={plan} />
            <h2 className={styles['heading']}>{t('runs.title')}</h2>
          </div>
        }
        renderItem={(run) => <RunRow run={run} coin={plan.currency} />}
        skeleton={<RunLoading />}
        empty={<EmptyState text={t('runs.empty')} />}
      />
    </div>
  );
}

function RunRow({ run, coin }: { run: PlanRun; coin: string }) {
  const { t } = useTranslation('plans');
  const format = useFormat();
  const { dueAt, at, skipped, received, paid, price, spread } = run;
  const isLate = skipped === null && Date.parse(at) - Date.parse(dueAt) > LATE_MS;
  return (
    <div className={styles['run']}>
      <span className={styles['words']}>
        <time dateTime={dueAt}>{format.moment(Date.parse(dueAt), 'dateMinute')}</time>
        {skipped !== null && <span className={styles['soft']}>{t(`skipped.${skipped}`)}</span>}
        {price !== null && spread !== null && (
          <span className={styles['soft']}>
            {t('runs.price', {
              price: `${format.price(price, ratePlaces(price))} ${BETWEEN}`,
              spread: format.percent(spread),
            })}
          </span>
        )}
        {isLate && (
          <span className={styles['soft']}>
            {t('runs.late', { time: format.moment(Date.parse(at), 'dateMinute') })}
          </span>
        )}
      </span>
      {received !== null && paid !== null && (
        <span className={styles['end']}>
          <Num kind="amount" value={received} unit={coin} />
          <span className={styles['soft']}>
            <Num kind="amount" value={paid} unit={BETWEEN} />
          </span>
        </span>
      )}
    </div>
  );
}

function RunLoading() {
  return (
    <div className={styles['run']}>
      <span className={styles['words']}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </span>
    </div>
  );
}
