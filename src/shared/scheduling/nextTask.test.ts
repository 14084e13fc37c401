// A task ends where the browser supports it, and the work continues where it does not.
import { afterEach, expect, test, vi } from 'vitest';
import { nextTask, whenHidden } from './nextTask.ts';

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

test('a page is hidden at once, or as soon as it becomes so', async () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  await whenHidden();
  page.hidden = false;
  const hidden = vi.fn();
  void whenHidden().then(hidden);
  await Promise.resolve();
  expect(hidden).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(hidden).toHaveBeenCalledOnce());
});
