// The job runner on both engines: every due row runs once, a failing row blocks no other, missed rows are caught up on,
// stopping waits, and long queues let other work in.
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { emit, rowsOf } from '../db/database.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { setUpJobs, WOKEN } from '../testing/dueHarness.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { addJob, ONLY, type JobDefinition, type LeaseJob } from './job.ts';

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `k${String(index).padStart(3, '0')}`);

describe.each(await testEnginesByNight())('jobs on %s', (engine) => {
  const { error, add, due, effects, left, eventually, noting, notingOutside, run, db, clock, events, runners } =
    setUpJobs(engine);

  it.each([noting, notingOutside])('run each row once with three runners, and delete it (%#)', async (kindOf) => {
    const keys = keysOf(50);
    await add(due('note', keys));
    for (let count = 3; count > 0; count -= 1) run(kindOf('note'));
    await eventually(async () => expect(await left()).toEqual([]));
    expect(await effects('note')).toEqual(keys);
    expect(error).not.toHaveBeenCalled();
  });

  it.each([noting, notingOutside])('run when they are due and not before, also after days (%#)', async (kindOf) => {
    run(kindOf('note'));
    await add([...due('note', ['soon'], 1000), ...due('note', ['later'], 3 * 86_400_000)]);
    clock().advance(999);
    events().publish(WOKEN);
    await add(due('note', ['now']));
    events().publish(WOKEN);
    await eventually(async () => expect(await effects('note')).toEqual(['now']));
    clock().advance(1);
    await eventually(async () => expect(await effects('note')).toEqual(['now', 'soon']));
    clock().advance(30 * 86_400_000);
    await eventually(async () => expect(await effects('note')).toEqual(['later', 'now', 'soon']));
  });

  it('are identified by key: the first row stays, or moves on request', async () => {
    await add(due('note', ['one'], 5000));
    await add(due('note', ['one'], 1000));
    const timeOf = async () => {
      const rows = await rowsOf<{ ms: number }>(
        db(),
        sql`select (extract(epoch from due_at) * 1000)::float8 as ms from jobs`,
      );
      return rows.map(({ ms }) => ms - clock().nowMs());
    };
    expect(await timeOf()).toEqual([5000]);
    await add(due('note', ['one'], 1000), 'move');
    expect(await timeOf()).toEqual([1000]);
  });

  it('are rolled back with the transaction that wrote them', async () => {
    await expect(
      db().transaction(async (tx) => {
        await addJob(tx, due('note', ['never']));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await left()).toEqual([]);
  });

  it('in a transaction roll back a failing row, run the others, and retry it later', async () => {
    let isBroken = true;
    const published: ExchangeEvent[] = [];
    events().subscribe((event) => void published.push(event));
    const kind = noting('note', {
      run: async (tx, { key }) => {
        await tx.execute(sql`insert into effects values ('note', ${key})`);
        emit(tx, { type: 'book-changed', marketId: 1 as never, symbol: key });
        if (key === '2' && isBroken) throw new Error('not now');
        return 'done';
      },
    });
    await add(due('note', ['1', '2', '3']));
    run(kind);
    await eventually(async () => expect(await left()).toEqual([{ key: '2', failures: 1 }]));
    expect(await effects('note')).toEqual(['1', '3']);
    expect(published.map((event) => event.type === 'book-changed' && event.symbol)).toEqual(['1', '3']);
    clock().advance(1000);
    await eventually(async () => expect(await left()).toEqual([{ key: '2', failures: 2 }]));
    isBroken = false;
    clock().advance(2000);
    await eventually(async () => expect(await effects('note')).toEqual(['1', '2', '3']));
    expect(error.mock.calls.map(([{ key }]) => key)).toEqual(['2', '2']);
  });

  it('under a lease run the others when a row fails, and retry it later', async () => {
    let isBroken = true;
    const kind = notingOutside('note', {
      run: async ({ key }) => {
        if (key === '2' && isBroken) throw new Error('not now');
        await db().execute(sql`insert into effects values ('note', ${key})`);
        return 'done';
      },
    });
    await add(due('note', ['1', '2', '3']));
    run(kind);
    await eventually(async () => expect(await left()).toEqual([{ key: '2', failures: 1 }]));
    isBroken = false;
    clock().advance(1000);
    await eventually(async () => expect(await effects('note')).toEqual(['1', '2', '3']));
  });

  it.each([noting, notingOutside])('repeat a row on request, and count its attempts (%#)', async (kindOf) => {
    const seen: number[] = [];
    const repeat = async ({ failures }: { readonly failures: number }) => {
      seen.push(failures);
      if (seen.length === 3) return { againInMs: 1000 };
      return seen.length === 4 ? 'done' : { retryInMs: 1000 };
    };
    run(
      kindOf === noting
        ? noting('repeat', { run: (_tx, row) => repeat(row) })
        : notingOutside('repeat', { run: (row) => repeat(row) }),
    );
    await add(due('repeat', [ONLY]));
    for (let times = 1; times <= 4; times += 1) {
      await eventually(async () => expect(seen).toHaveLength(times));
      // Written before the time moves on.
      await eventually(async () =>
        expect(
          await rowsOf(
            db(),
            sql`select 1 from jobs where due_at <= ${new Date(clock().nowMs()).toISOString()} or lease is not null`,
          ),
        ).toEqual([]),
      );
      clock().advance(1000);
    }
    expect(seen).toEqual([0, 1, 2, 0]);
    expect(await left()).toEqual([]);
  });

  it('write recurring rows at the start, and retry when the database is down', async () => {
    const begin = vi.fn<NonNullable<JobDefinition['begin']>>((tx) => addJob(tx, due('note', [ONLY])));
    begin.mockRejectedValueOnce(new Error('the database is away'));
    run(noting('note', { begin }));
    await eventually(async () => expect(await effects('note')).toEqual([ONLY]));
    expect(error).toHaveBeenCalledOnce();
  });

  it('stop after running rows, and take no more', async () => {
    let finish: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      const finished = new Promise<void>((done) => (finish = done));
      run(
        notingOutside('slow', {
          atOnceMax: 1,
          run: async ({ key }) => {
            resolve();
            await finished;
            await db().execute(sql`insert into effects values ('slow', ${key})`);
            return 'done';
          },
        }),
      );
    });
    await add(due('slow', ['1', '2']));
    events().publish(WOKEN);
    await started;
    const stopping = runners()[0]?.stop();
    finish();
    await stopping;
    expect(await effects('slow')).toEqual(['1']);
    expect(await rowsOf(db(), sql`select key from jobs where lease is null`)).toEqual([{ key: '2' }]);
  });

  it('release a row immediately when the node stops during its work', async () => {
    const waiting = vi.fn<LeaseJob['run']>(
      (_row, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await add(due('lead', [ONLY]));
    const first = run(notingOutside('lead', { run: waiting }));
    await eventually(async () => expect(waiting).toHaveBeenCalledOnce());
    await first.stop();
    run(notingOutside('lead'));
    await eventually(async () => expect(await effects('lead')).toEqual([ONLY]));
    expect(error).not.toHaveBeenCalled();
  });

  it('let other work in while a long queue is processed', async () => {
    const keys = keysOf(300);
    await add(due('note', keys));
    run(noting('note', { atOnceMax: 1 }));
    const seen = new Set<number>();
    await eventually(async () => {
      const { length } = await left();
      seen.add(length);
      expect(length).toBe(0);
    });
    expect(await effects('note')).toEqual(keys);
    // Observed from outside, the queue had many different lengths.
    expect(seen.size).toBeGreaterThan(3);
  });
});
