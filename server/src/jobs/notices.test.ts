// A runner with notices of the database takes rows written over any connection, without an event and before its polling
// interval; and rows that a stopping node releases.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../db/connect.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { createTestClock } from '../testing/testClock.ts';
import { openTestDatabaseOn, openTestNodes, testEngines } from '../testing/testDatabase.ts';
import { createJobRunner, type JobRunner } from './jobRunner.ts';
import { addJob, ONLY, type LeaseJob, type TransactionJob } from './job.ts';

/** Shorter than the polling interval of a runner with notices. */
const SOON = { interval: 10 };
const log = { warn: expect.unreachable, error: expect.unreachable };

describe.each(await testEngines())('a runner with notices, on %s', (engine) => {
  const runners: JobRunner[] = [];
  let close: () => Promise<void> = async () => undefined;
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
    await close();
  });

  const clock = createTestClock();
  const start = ({ db, notices }: OpenDatabase, kind: TransactionJob | LeaseJob) => {
    const runner = createJobRunner({ db, notices, clock, events: createLocalBus(log), log, jobs: [kind] });
    runners.push(runner);
    runner.start();
    return runner;
  };
  /** Two nodes; the same one twice where only one process can have the database. */
  const open = async (): Promise<readonly [OpenDatabase, OpenDatabase]> => {
    const nodes = engine === 'postgres' ? await openTestNodes(2) : [await openTestDatabaseOn(engine)];
    const [first, second = first] = nodes as readonly [OpenDatabase, ...OpenDatabase[]];
    close = first.close;
    return [first, second];
  };

  it('takes rows that another connection writes', async () => {
    const [first, second] = await open();
    const done: string[] = [];
    const run: TransactionJob['run'] = async (_tx, { key }) => {
      done.push(key);
      return 'done';
    };
    start(first, { name: 'note', mode: 'transaction', atOnceMax: 1, run });
    for (const key of ['one', 'two', 'three']) {
      await vi.waitFor(() => expect(first.notices.isOn()).toBe(true), SOON);
      await second.db.transaction((tx) => addJob(tx, [{ kind: 'note', key, dueAtMs: clock.nowMs() }]));
      await vi.waitFor(() => expect(done).toContain(key), SOON);
    }
    expect(done).toEqual(['one', 'two', 'three']);
  });

  it('takes over from a node that stops', async () => {
    const [first, second] = await open();
    const leaders: string[] = [];
    const lead = (name: string): LeaseJob => ({
      name: 'lead',
      mode: 'lease',
      atOnceMax: 1,
      begin: (tx) => addJob(tx, [{ kind: 'lead', key: ONLY, dueAtMs: clock.nowMs() }]),
      run: async (_row, { signal }) => {
        leaders.push(name);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 'released';
      },
    });
    const runner = start(first, lead('first'));
    await vi.waitFor(() => expect(leaders).toEqual(['first']), SOON);
    start(second, lead('second'));
    await runner.stop();
    await vi.waitFor(() => expect(leaders).toEqual(['first', 'second']), SOON);
  });
});
