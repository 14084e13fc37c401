// Groups of orders have the same result after a crash at any statement: a process that carries out one operation on a
// group is killed with -9 before each of its SQL statements, while the database works on each, and after the last
// answer. The next process recovers as a start does and repeats the requests under their ids; then orders, fills,
// balances, postings and messages equal those of an undisturbed run, no rule of groups is broken, and the books
// balance.
//
// At most as many kills of each operation as asked for, the last statements first:
//   THOROUGH=1 KILL_POINTS=3 npx vitest run server/src/modules/spot/groupCrashes.nightly.test.ts
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/connect.ts';
import { readCount } from '../../operator/command.ts';
import { bundleNode } from '../../testing/crash/bundleNode.ts';
import type { GroupNodePlan, GroupNodeReport, KillPoint } from '../../testing/crash/groupNode.ts';
import { SCENARIOS, type Left, type Prepared, type Scenario } from '../../testing/crash/groupScenarios.ts';
import { startNode } from '../../testing/crash/nodeProcess.ts';
import { newTestLocation, testEngines } from '../../testing/testDatabase.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '100', 'KILL_POINTS', 10_000);
const START_MS = Date.parse('2026-01-05T00:00:00.000Z');
const RESTARTED_AFTER_MS = 60_000;
/** The runner of jobs looks by a timer of its own, so an operation by jobs may send a statement or two less. */
const POLLS_LESS_MAX = 3;

let program: Awaited<ReturnType<typeof bundleNode>>;
beforeAll(async () => {
  program = await bundleNode('groupNode.ts');
});
afterAll(() => program.remove());

describe.each(await testEngines())('a node on %s', (engine) => {
  it.concurrent.for(SCENARIOS)('leaves no trace of a crash while $name', async (scenario, { onTestFinished }) => {
    const { run, remove } = await openChain(engine, scenario);
    onTestFinished(remove);
    const { statements = 0 } = await run({});
    const surelyReached = scenario.isByJobs === true ? statements - POLLS_LESS_MAX : statements;
    let undisturbed: Left['state'] | undefined;
    let last = 'no kill';
    for (const kill of [...killPoints(statements).slice(0, KILLS), undefined]) {
      const { left, killedAt } = await run(kill && { kill });
      undisturbed ??= left?.state;
      const wanted = { state: undisturbed, orders: scenario.ends, faults: [] };
      expect(left, last).toEqual({ ...left, ...wanted, repeated: left?.answers, notified: left?.messageIds });
      if (kill === undefined) break;
      last = `killed ${kill.moment} statement ${kill.statement} of ${statements}: ${killedAt}`;
      if (kill.statement <= surelyReached) expect(killedAt, last).toBeDefined();
    }
  });
});

/** Nodes on one database, each of which takes over from the one before. */
async function openChain(engine: OpenDatabase['engine'], { name: scenario }: Scenario) {
  const { location, remove } = await newTestLocation(engine);
  let crashed: Prepared | undefined;
  return {
    remove,
    /** Starts the next node; resolves to its report after it has ended or crashed. */
    async run(act: GroupNodePlan['act']): Promise<GroupNodeReport> {
      const nowMs = crashed === undefined ? START_MS : crashed.nowMs + RESTARTED_AFTER_MS;
      const plan: GroupNodePlan = { location, scenario, nowMs, crashed, act };
      const lines = (await startNode(program.path, plan).output()).split('\n').filter((line) => line !== '');
      const report: GroupNodeReport = Object.assign({}, ...lines.map((line) => JSON.parse(line) as GroupNodeReport));
      const isComplete = act === undefined || report.killedAt !== undefined || report.statements !== undefined;
      const isRecovered = crashed === undefined || report.left !== undefined;
      if (!isComplete || !isRecovered) throw new Error(`a node failed during «${scenario}» at ${JSON.stringify(act)}`);
      crashed = report.prepared;
      return report;
    },
  };
}

/** The gap after the last answer, and backwards each statement at work, and the gap before it. */
function killPoints(statements: number): readonly KillPoint[] {
  const backwards = Array.from({ length: statements }, (_, index) => statements - index);
  const around = backwards.flatMap((statement) => [
    { statement, moment: 'sent' } as const,
    { statement, moment: 'before' } as const,
  ]);
  return [{ statement: statements, moment: 'answered' }, ...around];
}
