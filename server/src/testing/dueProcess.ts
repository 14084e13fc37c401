/** A node with only jobs, until it is killed: `<database url>`. Prints when it has begun. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../db/connect.ts';
import { createJobRunner } from '../jobs/jobRunner.ts';
import { addJob, ALWAYS_MS, ONLY, type JobDefinition } from '../jobs/job.ts';
import { createLocalBus } from '../events/eventBus.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const { db } = await openDatabase({ databaseUrl });
const nobody = () => undefined;
const log = { warn: nobody, error: nobody } as never;
const effect = (kind: string, key: string) => sql`insert into effects values (${kind}, ${key}, ${process.pid})`;

const jobs: readonly JobDefinition[] = [
  {
    name: 'inside',
    mode: 'transaction',
    atOnceMax: 3,
    run: async (tx, { key }) => {
      await tx.execute(effect('inside', key));
      // A kill at this point leaves the job undone.
      await pause(5);
      return 'done';
    },
  },
  {
    name: 'outside',
    mode: 'lease',
    atOnceMax: 2,
    run: async ({ key }) => {
      await db.execute(effect('begun', key));
      await pause(20);
      await db.execute(sql`${effect('outside', key)} on conflict do nothing`);
      return 'done';
    },
  },
  {
    name: 'lead',
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: 'lead', key: ONLY, dueAtMs: ALWAYS_MS }]),
    run: async (_row, { signal }) => {
      await db.execute(effect('lead', String(process.pid)));
      while (!signal.aborted) await pause(50, undefined, { signal }).catch(nobody);
      return 'released';
    },
  },
];

createJobRunner({ db, clock: systemClock, events: createLocalBus(log), log, jobs }).start();
process.stdout.write('begun');
