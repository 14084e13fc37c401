/** Converting coins at quoted rates: calls, and the labels of its ledger entries. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import { acceptConvert, quoteConvert, quoteSmallBalances, type AcceptRequest } from '@halyard/contract/convert/calls';
import {
  createPlan as createPlanCall,
  editPlan as editPlanCall,
  getPlan,
  listPlanRuns,
  listPlans,
  setPlan as setPlanCall,
} from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { planId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import { rateLimited } from '../../calls/repeated.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import { rowsOf } from '../../db/database.ts';
import { isBefore, pruneRows } from '../../jobs/job.ts';
import type { EntryLabels, Module, ModuleDeps, ReadEntryTrades } from '../../module.ts';
import type { Rate } from '../../rates.ts';
import { editPlan } from './editPlan.ts';
import { createPlanEndJob, createPlanJob, planMessages } from './planJob.ts';
import { createPlan, endPlans, readPlans, readRuns, requirePlan, setPlan } from './plans.ts';
import { accept, quoteAmount, quoteSmall } from './quotes.ts';

/** Quotes of one user, over all nodes; accepting is never limited. */
const QUOTES: Rate = { max: 20, windowMs: 10_000 };

const ENTRIES: EntryLabels = {
  // Legacy clients know no convert: to them it is a trade.
  convert: {
    legacyNumber: 51,
    text: {
      en: 'Convert',
      zh: '兑换',
      hk: '兌換',
      jp: 'コンバート',
      kr: '전환',
      esp: 'Conversión',
      th: 'แปลงเหรียญ',
      vnm: 'Chuyển đổi',
    },
  },
};

const REFERENCE = /^convert:(\d{1,15})$/;

/** Whether a convert buys a coin; into USDT it sells, which frozen accounts and all countries may. */
const isBuying = ({ to }: Pick<AcceptRequest, 'to'>) => to !== BETWEEN;

/** Whether a plan will buy; pausing and ending one is never refused. */
const isResuming = ({ status }: RequestOf<typeof setPlanCall>) => status === 'active';

const readEntryTrades: ReadEntryTrades = async (reader, userId, references) => {
  const ids = references.flatMap((reference) => REFERENCE.exec(reference)?.[1] ?? []);
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ reference: string; symbol: string; side: Side; price: string; plan: string | null }>(
    reader,
    sql`select 'convert:' || c.id as reference, m.symbol, c.side, c.price::text as price, r.plan_id::text as plan
      from converts c join markets m on m.id = c.market_id left join convert_plan_runs r on r.convert_id = c.id
      where c.id = any(${sql.param(ids)}::bigint[]) and c.user_id = ${userId}`,
  );
  return new Map(
    rows.map(({ reference, plan, ...trade }) => [
      reference,
      {
        ...trade,
        price: decimal(trade.price),
        ...(plan !== null && { plan: z.decode(planId, plan) }),
      },
    ]),
  );
};

/** Rows of a page by default. */
const RUNS = 20;

function createPlanHandlers(deps: ModuleDeps): readonly CallHandler[] {
  const { db } = deps;
  return [
    answerUser(listPlans, (_request, { user }) => readPlans(db, user.id)),
    answerUser(getPlan, ({ id }, { user }) => requirePlan(db, user.id, id)),
    answerUser(listPlanRuns, ({ id, after, limit = RUNS }, { user }) =>
      readRuns(db, user.id, { id, after, limit: pageOf({ limit }).limit }),
    ),
    answerOffered(deps, { call: createPlanCall, product: 'spot' }, (request, { user }) =>
      createPlan(deps, user.id, request),
    ),
    answerOffered(deps, { call: editPlanCall, product: 'spot' }, (request, { user }) =>
      editPlan(deps, user.id, request),
    ),
    answerOffered(deps, { call: setPlanCall, product: 'spot', isBuying: isResuming }, (request, { user }) =>
      setPlan(deps, user.id, request),
    ),
  ];
}

export const convert: Module = {
  beginning: {
    function: 'convert',
    calls: [quoteConvert, quoteSmallBalances, acceptConvert, createPlanCall, editPlanCall],
  },
  refusedWhenFrozen: [
    { call: acceptConvert, when: isBuying },
    { call: createPlanCall },
    { call: editPlanCall },
    { call: setPlanCall, when: isResuming },
  ],
  entries: ENTRIES,
  messages: planMessages,
  userTables: [
    { table: 'converts', atEnd: 'keepAsBooks' },
    { table: 'convert_plan_runs', atEnd: 'keepAsBooks' },
    { table: 'convert_plans', atEnd: 'keepAsBooks' },
    // Offers of seconds.
    { table: 'convert_quotes', atEnd: 'expires', notExported: 'all' },
  ],
  endsWithAccount: endPlans,
  readEntryTrades,
  pruners: { 'convert-quotes': pruneRows('convert_quotes', (nowMs) => isBefore('valid_until', nowMs)) },
  create(deps) {
    const takeTurn = deps.rates.counter('convert-quotes', QUOTES);
    const requireTurn = async (userId: number) => {
      const waitMs = await takeTurn(String(userId));
      if (waitMs > 0) throw rateLimited(waitMs);
    };
    return {
      handlers: [
        answerUser(quoteConvert, async (request, { user }) => {
          await requireTurn(user.id);
          return quoteAmount(deps, user.id, request);
        }),
        answerUser(quoteSmallBalances, async (_request, { user }) => {
          await requireTurn(user.id);
          return quoteSmall(deps, user.id);
        }),
        answerOffered(deps, { call: acceptConvert, product: 'spot', isBuying }, (request, { user }) =>
          accept(deps, user.id, request),
        ),
        ...createPlanHandlers(deps),
      ],
      jobs: [createPlanJob(deps), createPlanEndJob(deps)],
    };
  },
};
