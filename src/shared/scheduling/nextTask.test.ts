// A task ends where the browser supports it, and the work continues where it does not.
import { afterEach, expect, test, vi } from 'vitest';
import { nextTask } from './nextTask.ts';

afterEach(() => void vi.unstubAllGlobals());

test('waits for the browser to yield', async () => {
  let goOn = () => {};
  const word = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.stubGlobal('scheduler', { yield: () => word });
  const done = vi.fn();
  void nextTask().then(done);
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  goOn();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test.each([[undefined], [{}]])('continues if the scheduler is %j', async (scheduler) => {
  vi.stubGlobal('scheduler', scheduler);
  await expect(nextTask()).resolves.toBeUndefined();
});
