// A task ends where the browser supports it, and the work continues where it does not.
import { afterEach, expect, test, vi } from 'vitest';
import { afterPaint, nextTask } from './nextTask.ts';

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

test('a hidden page, or one that becomes hidden, does not wait to be painted', async () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const hidden = vi.fn();
  afterPaint(hidden);
  await vi.waitFor(() => expect(hidden).toHaveBeenCalledOnce());
  page.hidden = false;
  const painted = vi.fn();
  afterPaint(painted);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(painted).toHaveBeenCalledOnce());
});
