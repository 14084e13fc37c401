// Leases on both engines: renewed while the work runs, lost when another node takes over, and then nothing more is
// written under them.
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { setUpJobs } from '../testing/dueHarness.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { LeaseLostError, ONLY, type Lease, type LeaseJob } from './job.ts';

describe.each(await testEnginesByNight())('a lease on %s', (engine) => {
  const { add, due, eventually, notingOutside, run, db, runners } = setUpJobs(engine);

  it('aborts on a node whose lease another one has taken, and blocks its writes', async () => {
    let lease: Lease | undefined;
    const ended = vi.fn<() => void>();
    await add(due('lead', [ONLY]));
    run(
      notingOutside('lead', {
        run: async (_row, held) => {
          await db().transaction((tx) => held.confirm(tx));
          lease = held;
          await new Promise((resolve) => held.signal.addEventListener('abort', resolve));
          ended();
          return 'done';
        },
      }),
    );
    await eventually(async () => expect(lease).toBeDefined());
    const other = '00000000-0000-4000-8000-000000000000';
    await db().execute(sql`update jobs set lease = ${other}, leased_until = now() + interval '1 day'`);
    await expect(db().transaction(async (tx) => lease?.confirm(tx))).rejects.toThrow(LeaseLostError);
    await eventually(async () => expect(ended).toHaveBeenCalledOnce());
    await runners()[0]?.stop();
    expect(await rowsOf(db(), sql`select lease from jobs`)).toEqual([{ lease: other }]);
  });

  it('is renewed during the work, and taken from a node that no longer renews it', async () => {
    const begun = vi.fn<() => void>();
    await add(due('lead', [ONLY]));
    // As a crashed node leaves it.
    await db().execute(sql`update jobs set lease = gen_random_uuid(), leased_until = now() + interval '1 second'`);
    const until = async () => {
      const [row] = await rowsOf<{ until: string }>(db(), sql`select leased_until::text as until from jobs`);
      return row?.until ?? '';
    };
    const hold: LeaseJob['run'] = async (_row, { signal }) => {
      begun();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'done';
    };
    run(notingOutside('lead', { run: hold }));
    run(notingOutside('lead', { run: hold }));
    await eventually(async () => expect(begun).toHaveBeenCalledOnce());
    // Past the end of its holder's first lease, without a second one.
    for (let renewals = 4; renewals > 0; renewals -= 1) {
      const before = await until();
      await eventually(async () => expect((await until()) > before).toBe(true));
    }
    expect(begun).toHaveBeenCalledOnce();
  });
});
