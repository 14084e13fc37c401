// The autopilot exists only in a sandbox, regardless of other settings.
import { expect, test, vi } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';
import { createAutopilot } from './autopilot.ts';

vi.mock(import('./autopilot.ts'), async (importOriginal) => {
  const actual = await importOriginal();
  return { ...actual, createAutopilot: vi.fn(actual.createAutopilot) };
});

test('a sandbox has one, with its delay', async () => {
  const server = await startTestServer({ settings: { sandboxReviewSeconds: 7 } });
  await server.close();
  expect(createAutopilot).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reviewAfterMs: 7000 }));
});

test('an exchange outside the sandbox has none', async () => {
  vi.mocked(createAutopilot).mockClear();
  const server = await startTestServer({ isSandbox: false, settings: { sandboxReviewSeconds: 0 } });
  await server.close();
  expect(createAutopilot).not.toHaveBeenCalled();
});
