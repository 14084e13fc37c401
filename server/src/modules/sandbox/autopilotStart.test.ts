// The autopilot exists in a sandbox alone: elsewhere it is not even made, whatever the settings say.
import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';

const made = vi.hoisted(() => ({ start: vi.fn<(deps: object) => object>(), stop: vi.fn<() => Promise<void>>() }));
vi.mock(import('./autopilot.ts'), () => ({
  startAutopilot: (deps) => {
    made.start(deps);
    return { stop: made.stop };
  },
}));

test('a sandbox has one, with its delay, and ends it', async () => {
  const server = await startTestServer({ settings: { sandboxReviewSeconds: 7 } });
  expect(made.start).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reviewAfterMs: 7000 }));
  expect(made.stop).not.toHaveBeenCalled();
  await server.close();
  expect(made.stop).toHaveBeenCalledOnce();
});

test('an exchange that is none has none', async () => {
  made.start.mockClear();
  const server = await startTestServer({ isSandbox: false, settings: { sandboxReviewSeconds: 0 } });
  await server.close();
  expect(made.start).not.toHaveBeenCalled();
});
