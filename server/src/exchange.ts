/** Assembles the modules: calls, jobs, and data sources of the realtime rooms. */
import type { FastifyInstance } from 'fastify';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import type { Call } from '@halyard/contract/call';
import { ENTRY_KINDS } from '@halyard/contract/wallet/entryCalls';
import type { CallHandler, VerifyToken } from './calls/callHandler.ts';
import { createCatalogue } from './catalogue.ts';
import type { Notices } from './db/notices.ts';
import type { MessageWriters, WriteMessage } from './events/messageFacts.ts';
import { guardHalted } from './halts/haltGuard.ts';
import { createHalts } from './halts/halts.ts';
import { createTakeJob } from './house/houseTakes.ts';
import { createPruneJob, type JobDefinition } from './jobs/job.ts';
import { createClosingJob } from './ledger/closings.ts';
import { createJobRunner } from './jobs/jobRunner.ts';
import { startEventNotifier, type EventNotifier, type EventNotifierDeps } from './events/eventNotifier.ts';
import { SUBJECTS } from './events/userEvents.ts';
import { createTickers, type ReadFields } from './market/tickers.ts';
import type { ModuleDeps, EntryLabels, ReadEntryTrades, ReadRules } from './module.ts';
import { guardFrozen } from './modules/security/freeze.ts';
import { createAuditJob } from './operator/audit.ts';
import { createLocalRates, type Rates } from './rates.ts';
import { HOUSE_NEEDS, MODULES } from './modules/all.ts';
import { createAutopilot, type Autopilot } from './operator/autopilot.ts';
import { createExchangeSources } from './realtime/exchangeSources.ts';
import type { RealtimeSources } from './realtime/sources.ts';
import { PRUNERS } from './retention.ts';
import type { RuleText } from './terms/versions.ts';

export type ExchangeDeps = Omit<
  ModuleDeps,
  | 'catalogue'
  | 'halts'
  | 'tickers'
  | 'askReview'
  | 'entryLabels'
  | 'readEntryTrades'
  | 'writeMessage'
  | 'csvFiles'
  | 'userTables'
  | 'openThings'
  | 'endsWithAccount'
  | 'cancelsOnBreak'
  | 'transferGuards'
  | 'rates'
  | 'products'
  | 'readRules'
> & {
  /** Rates of this process by default. */
  readonly rates?: Rates | undefined;
  /** Notices of written jobs; without them jobs are polled each second. */
  readonly notices?: Notices | undefined;
  /** Whether no other process uses the database. */
  readonly isAlone?: boolean;
  /** Jobs besides those of the modules. */
  readonly jobs?: readonly JobDefinition[];
};

export type Exchange = {
  readonly calls: readonly Call[];
  readonly handlers: readonly CallHandler[];
  readonly verifyToken: VerifyToken;
  readonly realtimeSources: RealtimeSources;
  /** Adds the routes of modules that are not calls. */
  serve(app: FastifyInstance): Promise<void>;
  /** Starts jobs and the event notifier. */
  start(): void;
  /** Jobs that this node leads. */
  leads(): readonly string[];
  /** Gives all jobs and markets to other nodes, and waits for jobs that run; calls are still answered. */
  stopJobs(): Promise<void>;
  /** Stops everything and waits for it. */
  close(): Promise<void>;
};

/** Creates an exchange on a database. Throws when a call of the contract has no handler. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { db, events, clock, log, notices, isAlone = false } = deps;
  const catalogue = createCatalogue({ db, events, clock });
  const tickers = createTickers({ db, events, clock, readFields: readMarketFields });
  const halts = createHalts({ db, events });
  const autopilot = autopilotOf(deps);
  const moduleDeps = {
    ...deps,
    rates: deps.rates ?? createLocalRates(clock),
    catalogue,
    halts,
    tickers,
    askReview: autopilot?.askReview,
    entryLabels: allEntryLabels(),
    readEntryTrades,
    writeMessage: createMessageWriter(),
    transferGuards: MODULES.flatMap(({ transferGuard }) => transferGuard ?? []),
    csvFiles: MODULES.flatMap(({ csvFiles }) => csvFiles ?? []),
    userTables: MODULES.flatMap(({ userTables }) => userTables ?? []),
    openThings: Object.assign({}, ...MODULES.map(({ openThings }) => openThings)),
    endsWithAccount: MODULES.flatMap(({ endsWithAccount }) => endsWithAccount ?? []),
    cancelsOnBreak: MODULES.flatMap(({ cancelOnBreak }) => cancelOnBreak ?? []),
    products: MODULES.flatMap(({ product }) => product ?? []),
    readRules,
  };
  const parts = MODULES.map(({ create }) => create?.(moduleDeps) ?? {});
  const ofModules = parts.flatMap((part) => part.handlers ?? []);
  const refused = MODULES.flatMap(({ refusedWhenFrozen = [] }) => refusedWhenFrozen);
  const beginning = MODULES.flatMap((module) => module.beginning ?? []);
  const handlers = guardHalted({ db, clock, halts }, beginning, guardFrozen(deps, ofModules, refused));
  const verifyToken = parts.find((part) => part.verifyToken !== undefined)?.verifyToken;
  if (verifyToken === undefined) throw new Error('no module verifies tokens');
  const readings = Object.assign({}, ...parts.map((part) => part.realtime));
  const prune = createPruneJob({ clock }, Object.assign({}, PRUNERS, ...parts.map(({ pruners }) => pruners)));
  const ownJobs = parts.flatMap((part) => part.jobs ?? []);
  const jobs = [
    ...ownJobs,
    prune,
    createAuditJob({ clock }),
    createClosingJob({ clock }),
    createTakeJob({ clock }, HOUSE_NEEDS),
    ...(autopilot?.jobs ?? []),
    ...(deps.jobs ?? []),
  ];
  const due = createJobRunner({ db, clock, events, log, jobs, notices, isAlone });
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
      const note: EventNotifierDeps['note'] = async (tx, notified) => {
        for (const { noteNotified } of parts) await noteNotified?.(tx, notified);
      };
      eventNotifier = startEventNotifier({ db, events, log, note, onNoted: due.wake, isAlone });
    },
    leads: due.leads,
    stopJobs() {
      deps.affinity?.leave();
      return due.stop();
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
  if (unanswered.length > 0) throw new Error(`no handler answers ${unanswered.map(({ name }) => name).join(', ')}`);
  return calls;
}

/**
 * Throws when the history would show a ledger entry that no module labels. Transfers have two sides, and labels of
 * their own.
 */
function allEntryLabels(): EntryLabels {
  const labels: EntryLabels = Object.assign({}, ...MODULES.map(({ entries }) => entries));
  const unlabelled = ENTRY_KINDS.filter((kind) => kind !== 'transfer' && labels[kind] === undefined);
  if (unlabelled.length > 0) throw new Error(`no module labels ${unlabelled.join(', ')}`);
  return labels;
}

/** Throws when no module writes the messages of a subject. */
export function createMessageWriter(): WriteMessage {
  const writers: MessageWriters = Object.assign({}, ...MODULES.map(({ messages }) => messages));
  const unwritten = SUBJECTS.filter((subject) => writers[subject] === undefined);
  if (unwritten.length > 0) throw new Error(`no module writes messages about ${unwritten.join(', ')}`);
  return (reader, facts, ref) => {
    const write = writers[facts.subject] as WriteMessage;
    return write(reader, facts, ref);
  };
}

/** Each module looks up its own references among all. */
const readEntryTrades: ReadEntryTrades = async (reader, userId, references) => {
  const readings = MODULES.flatMap((module) => module.readEntryTrades?.(reader, userId, references) ?? []);
  return new Map((await Promise.all(readings)).flatMap((found) => [...found]));
};

const readRules: ReadRules = async (reader) => {
  const rules: RuleText[] = [];
  for (const module of MODULES) rules.push(...((await module.readRules?.(reader)) ?? []));
  return rules;
};

/** Fields that products add to each market. */
const readMarketFields: ReadFields = (reader, markets, nowMs) =>
  Promise.all(MODULES.flatMap((module) => module.readMarketFields?.(reader, markets, nowMs) ?? []));

/** Outside the sandbox only people review: there is no autopilot, regardless of the settings. */
function autopilotOf({ isSandbox, settings, clock }: ExchangeDeps): Autopilot | undefined {
  const { sandboxReviewSeconds } = settings;
  if (!isSandbox || sandboxReviewSeconds === undefined) return undefined;
  const queues = MODULES.flatMap(({ reviews = [] }) => reviews);
  return createAutopilot({ clock, reviewAfterMs: sandboxReviewSeconds * 1000, queues });
}
