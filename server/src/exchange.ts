/** Puts the modules together: which calls there are, what runs beside them, what the realtime rooms read. */
import type { FastifyInstance } from 'fastify';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import type { Call } from '@halyard/contract/call';
import { ENTRY_KINDS } from '@halyard/contract/wallet/entryCalls';
import type { CallHandler, VerifyToken } from './calls/callHandler.ts';
import { createCatalogue } from './catalogue.ts';
import type { Notices } from './db/notices.ts';
import { createJobRunner } from './jobs/jobRunner.ts';
import type { JobDefinition } from './jobs/jobsTable.ts';
import { createPruneJob } from './jobs/pruneJob.ts';
import { startEventNotifier, type EventNotifier, type EventNotifierDeps } from './events/eventNotifier.ts';
import { createTickers, type ReadFields } from './market/tickers.ts';
import type { ModuleDeps, EntryLabels, ReadEntryTrades, ReadRules } from './module.ts';
import type { RuleText } from './terms/ruleTexts.ts';
import { createLocalRates, type Rates } from './rates.ts';
import { MODULES } from './modules/all.ts';
import { createAuditJob } from './operator/auditJob.ts';
import { guardFrozen } from './modules/security/frozenGuard.ts';
import { createAutopilot, type Autopilot } from './operator/autopilot.ts';
import { createExchangeSources } from './realtime/exchangeSources.ts';
import type { RealtimeSources } from './realtime/sources.ts';
import { PRUNERS } from './retention.ts';

export type ExchangeDeps = Omit<
  ModuleDeps,
  | 'catalogue'
  | 'tickers'
  | 'askReview'
  | 'entryLabels'
  | 'readEntryTrades'
  | 'transferGuards'
  | 'rates'
  | 'products'
  | 'readRules'
> & {
  /** Those of this process unless said otherwise. */
  readonly rates?: Rates | undefined;
  /** Of due work that was written; without them it is looked for each second. */
  readonly notices?: Notices | undefined;
  /** Whether no other process works on the database. */
  readonly isAlone?: boolean;
  /** What is due besides the work of the modules. */
  readonly jobs?: readonly JobDefinition[];
};

export type Exchange = {
  readonly calls: readonly Call[];
  readonly handlers: readonly CallHandler[];
  readonly verifyToken: VerifyToken;
  readonly realtimeSources: RealtimeSources;
  /** Adds what modules serve besides calls. */
  serve(app: FastifyInstance): Promise<void>;
  /** Starts what runs beside the calls. */
  start(): void;
  /** Ends it, and waits for it. */
  close(): Promise<void>;
};

/** Makes an exchange on a database. Throws when a call of the contract has no handler. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { db, events, clock, log, notices, isAlone = false } = deps;
  const catalogue = createCatalogue({ db, events, clock });
  const tickers = createTickers({ db, events, clock, readFields: readMarketFields });
  const autopilot = autopilotOf(deps);
  const moduleDeps = {
    ...deps,
    rates: deps.rates ?? createLocalRates(clock),
    catalogue,
    tickers,
    askReview: autopilot?.askReview,
    entryLabels: allEntryLabels(),
    readEntryTrades,
    transferGuards: MODULES.flatMap(({ transferGuard }) => transferGuard ?? []),
    products: MODULES.flatMap(({ product }) => product ?? []),
    readRules,
  };
  const parts = MODULES.map(({ create }) => create?.(moduleDeps) ?? {});
  const handlers = guardFrozen(
    deps,
    parts.flatMap((part) => part.handlers ?? []),
  );
  const verifyToken = parts.find((part) => part.verifyToken !== undefined)?.verifyToken;
  if (verifyToken === undefined) throw new Error('nobody knows tokens');
  const readings = Object.assign({}, ...parts.map((part) => part.realtime));
  const prune = createPruneJob({ clock }, PRUNERS);
  const ownKinds = parts.flatMap((part) => part.jobs ?? []);
  const kinds = [...ownKinds, prune, createAuditJob({ clock }), ...(autopilot?.kinds ?? []), ...(deps.jobs ?? [])];
  const due = createJobRunner({ db, clock, events, log, kinds, notices, isAlone });
  let eventNotifier: EventNotifier | undefined;
  return {
    calls: answeredCalls(deps.isSandbox, handlers),
    handlers,
    verifyToken,
    realtimeSources: createExchangeSources({ db, catalogue, events, clock, log, tickers, verifyToken, readings }),
    async serve(app) {
      for (const { serve } of parts) await serve?.(app, verifyToken);
    },
    start() {
      due.start();
      const note: EventNotifierDeps['note'] = async (tx, told) => {
        for (const { noteNotified } of parts) await noteNotified?.(tx, told);
      };
      eventNotifier = startEventNotifier({ db, events, log, note, onNoted: due.wake, isAlone });
    },
    async close() {
      tickers.close();
      await eventNotifier?.stop();
      await due.stop();
      for (const { close } of parts) await close?.();
    },
  };
}

function answeredCalls(isSandbox: boolean, handlers: readonly CallHandler[]): readonly Call[] {
  const calls = ALL_CALLS.filter((call) => isSandbox || !call.isSandboxOnly);
  const unanswered = calls.filter((call) => !handlers.some((handler) => handler.call === call));
  if (unanswered.length > 0) throw new Error(`nobody answers ${unanswered.map(({ name }) => name).join(', ')}`);
  return calls;
}

/** Throws when records would show an entry that no module labels. Transfers have two sides, and labels of their own. */
function allEntryLabels(): EntryLabels {
  const labels: EntryLabels = Object.assign({}, ...MODULES.map(({ entries }) => entries));
  const unlabelled = ENTRY_KINDS.filter((kind) => kind !== 'transfer' && labels[kind] === undefined);
  if (unlabelled.length > 0) throw new Error(`nobody labels ${unlabelled.join(', ')}`);
  return labels;
}

/** Each module finds its own references among all. */
const readEntryTrades: ReadEntryTrades = async (reader, userId, references) => {
  const readings = MODULES.flatMap((module) => module.readEntryTrades?.(reader, userId, references) ?? []);
  return new Map((await Promise.all(readings)).flatMap((found) => [...found]));
};

const readRules: ReadRules = async (reader) => {
  const rules: RuleText[] = [];
  for (const module of MODULES) rules.push(...((await module.readRules?.(reader)) ?? []));
  return rules;
};

/** What all products say of each market. */
const readMarketFields: ReadFields = (reader, markets, nowMs) =>
  Promise.all(MODULES.flatMap((module) => module.readMarketFields?.(reader, markets, nowMs) ?? []));

/** Outside the sandbox people review: nothing there approves by itself, whatever the settings say. */
function autopilotOf({ isSandbox, settings, clock }: ExchangeDeps): Autopilot | undefined {
  const { sandboxReviewSeconds } = settings;
  if (!isSandbox || sandboxReviewSeconds === undefined) return undefined;
  const queues = MODULES.flatMap(({ reviews = [] }) => reviews);
  return createAutopilot({ clock, reviewAfterMs: sandboxReviewSeconds * 1000, queues });
}
