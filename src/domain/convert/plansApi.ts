/** Recurring buys of the user, and the mutations that start and change them. */
import { skipToken } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';
import {
  createPlan,
  editPlan,
  getPlan,
  listPlanRuns,
  listPlans,
  setPlan,
  type Plan,
  type PlanRun,
} from '@halyard/contract/convert/planCalls';
import { planId, type PlanId, type PlanRunId } from '@halyard/contract/ids';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi, recordTag } from '../../shared/api/emptyApi.ts';
import { PAGE_LENGTH, pagesOf, usePagedList, wholePage, type PagePlace } from '../../shared/api/usePagedList.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

const PLAN_TAG = recordTag('plan');

const plansApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listPlans: build.query<readonly Plan[], void>({
      query: () => toCall(listPlans, {}),
      providesTags: [PLAN_TAG],
      extraOptions: { cache: {} },
    }),
    getPlan: build.query<Plan, PlanId>({
      query: (id) => toCall(getPlan, { id }),
      providesTags: [PLAN_TAG],
      extraOptions: { cache: {}, errors: 'inline' },
    }),
    /** Dates of a plan, paged, newest first. */
    pagePlanRuns: build.infiniteQuery<readonly PlanRun[], PlanId, PagePlace<PlanRunId>>({
      infiniteQueryOptions: pagesOf<PlanRunId>(),
      query: ({ queryArg: id, pageParam: { after } }) => toCall(listPlanRuns, { id, limit: PAGE_LENGTH, after }),
      providesTags: [PLAN_TAG],
      extraOptions: { cache: {} },
    }),
  }),
});

/** All plans of the user. */
export function usePlans() {
  const query = plansApi.useListPlansQuery();
  const error = query.currentData === undefined ? (query.error as AppError | undefined) : undefined;
  return { plans: query.currentData, error, retry: query.refetch, asOfMs: useAsOf(query) };
}

/** One plan; none without an id. */
export function usePlan(id: PlanId | undefined) {
  const query = plansApi.useGetPlanQuery(id ?? skipToken);
  const error = query.currentData === undefined ? (query.error as AppError | undefined) : undefined;
  return { plan: query.currentData, error, retry: query.refetch, asOfMs: useAsOf(query) };
}

/** Outcomes of the dates of a plan. */
export function usePlanRuns(id: PlanId) {
  return usePagedList(plansApi.usePagePlanRunsInfiniteQuery(id), wholePage, { isStreamed: true });
}

/** The plan that a query names by `id`. */
export function planIdOf(query: URLSearchParams): PlanId | undefined {
  const read = z.safeDecode(planId, query.get('id') ?? '');
  return read.success ? read.data : undefined;
}

const detailOf = ({ amount, currency }: Plan, format: Formats) => `${format.money(amount, 'USDT')}, ${currency}`;

export const planStart = moneyMutation({ call: createPlan, subject: 'plan', invalidates: [PLAN_TAG], detailOf });

/** Pauses, resumes or ends a plan. */
export const planChange = moneyMutation({
  call: setPlan,
  subject: 'planChange',
  setsState: true,
  invalidates: [PLAN_TAG],
  detailOf,
});

/** Changes amount and dates of a plan. */
export const planEdit = moneyMutation({
  call: editPlan,
  subject: 'planChange',
  setsState: true,
  invalidates: [PLAN_TAG],
  detailOf,
});
