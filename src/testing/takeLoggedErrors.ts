import { vi } from 'vitest';

/** Returns the errors logged so far as one text, so that an expected error does not fail the test. */
export function takeLoggedErrors(): string {
  // eslint-disable-next-line no-console -- this reads what others logged
  const logged = vi.mocked(console.error);
  const text = logged.mock.calls.flat().map(String).join(' ');
  logged.mockClear();
  return text;
}
