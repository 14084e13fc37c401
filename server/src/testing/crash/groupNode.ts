/**
 * A node that is killed with -9 at one of its statements: `<plan as JSON>`. It first recovers from the crash of the
 * node before it, then prepares an operation on a group and carries it out, up to the statement that the plan names.
 * Prints a report a line.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';
import { openDatabase, type DatabaseLocation } from '../../db/connect.ts';
import { createSpotService } from '../../modules/spot/service.ts';
import { spotMarketOn } from '../spotMarket.ts';
import { createTestClock } from '../testClock.ts';
import { prepareScenario, recoverScenario, SCENARIOS, type Left, type Prepared } from './groupScenarios.ts';

/** A statement of an operation, counted from 1, and the moment: the answer is not received by its caller. */
export type KillPoint = { readonly statement: number; readonly moment: 'before' | 'sent' | 'answered' };

export type GroupNodePlan = {
  readonly location: DatabaseLocation;
  readonly scenario: string;
  readonly nowMs: number;
  /** The operation during which the node before crashed. */
  readonly crashed?: Prepared | undefined;
  /** Without it the node ends after its recovery. */
  readonly act?: { readonly kill?: KillPoint | undefined } | undefined;
};

/** `left`: after the recovery. `killedAt`: the text of the statement. `statements`: their number, without a kill. */
export type GroupNodeReport = {
  readonly left?: Left;
  readonly prepared?: Prepared;
  readonly killedAt?: string;
  readonly statements?: number;
};

/** Those of a new connection of the pool, which opens one whenever two jobs run side by side. */
const SETTINGS = /^set /;

type Send = (this: pg.Client, ...args: unknown[]) => unknown;

const plan = JSON.parse(process.argv[2] ?? '') as GroupNodePlan;
const scenario = SCENARIOS.find(({ name }) => name === plan.scenario);
if (scenario === undefined) throw new Error(`there is no scenario ${plan.scenario}`);
// Written before the next instruction, which may be the last.
const report = (part: GroupNodeReport) => void writeSync(1, `${JSON.stringify(part)}\n`);

function crash(statement: unknown): never {
  report({ killedAt: textOf(statement) });
  process.kill(process.pid, 'SIGKILL');
  throw new Error('SIGKILL does not return');
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { readonly text: string }).text;
}

/** Counts the statements of this process from now on, and kills it at one; returns the number so far. */
function countStatements(kill: KillPoint | undefined): () => number {
  const client = pg.Client.prototype as unknown as { query: Send };
  const send = client.query;
  let sent = 0;
  client.query = function query(...args) {
    const [statement] = args;
    const isCounted = !SETTINGS.test(textOf(statement));
    if (isCounted) sent += 1;
    if (!isCounted || sent !== kill?.statement) return send.apply(this, args);
    if (kill.moment === 'before') crash(statement);
    if (kill.moment === 'sent') setImmediate(() => crash(statement));
    if (kill.moment !== 'answered') return send.apply(this, args);
    const [callback, ...others] = args.toReversed();
    const isCalledBack = typeof callback === 'function';
    if (isCalledBack) return send.apply(this, [...others.toReversed(), () => crash(statement)]);
    return Promise.resolve(send.apply(this, args)).then(() => crash(statement));
  };
  return () => sent;
}

const market = await spotMarketOn(await openDatabase(plan.location), createTestClock(plan.nowMs));
if (plan.crashed !== undefined) report({ left: await recoverScenario(market, scenario, plan.crashed) });
if (plan.act !== undefined) {
  const prepared = await prepareScenario(market, scenario);
  report({ prepared });
  const count = countStatements(plan.act.kill);
  // Without the cached market of the service before.
  await scenario.act({ ...market, spot: createSpotService(market) }, prepared);
  report({ statements: count() });
}
await market.close();
