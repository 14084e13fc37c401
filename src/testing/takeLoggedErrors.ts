import { vi } from 'vitest';

/**
 * What was logged as an error so far, as one text; a test that expects an error takes it, so that it does not fail the
 * test.
 */
export function takeLoggedErrors(): string {
  // eslint-disable-next-line no-console -- this reads what others logged
  const logged = vi.mocked(console.error);
  const text = logged.mock.calls.flat().map(String).join(' ');
  logged.mockClear();
  return text;
}
