// A form that failed without a reason shows so and can be sent again, whether sending returned an error without a
// message or threw.
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { useForm } from './useForm.ts';

const reportError = vi.fn();
vi.stubGlobal('reportError', reportError);
afterEach(() => reportError.mockClear());

type Sent = { error?: unknown; data?: string; settled?: Promise<Sent> };

function Form({ send, onDone = () => undefined }: { send: () => Promise<Sent>; onDone?: (data: string) => void }) {
  const form = useForm({
    initial: { name: 'Ann' },
    check: () => ({}),
    send,
    onDone,
    fieldOf: () => undefined,
    textOf: ({ code, message }) => message ?? code,
  });
  return (
    <form {...form.element}>
      <button type="submit" disabled={form.isSending}>
        Send
      </button>
      <p role="alert">{form.texts['form']}</p>
    </form>
  );
}

it.each([
  ['breaks off', () => Promise.reject(new TypeError('undefined is not a function')), 'SUBMIT_FAILED'],
  ['answers what is no error of ours', () => Promise.resolve({ error: new Error('aborted') }), 'SUBMIT_FAILED'],
  [
    'answers an error without words',
    () => Promise.resolve({ error: { code: 'UNKNOWN', message: '' } }),
    'SUBMIT_FAILED',
  ],
  [
    'answers words of its own',
    () => Promise.resolve({ error: { code: 'UNKNOWN', message: 'Closed on Sundays' } }),
    'Closed on Sundays',
  ],
])('a form whose sending %s', async (_what, fail, message) => {
  const send = vi.fn(fail);
  const { user } = await renderUi(<Form send={send} />);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).toHaveBeenCalledTimes(2);
});

it('is completed by an outcome that was unknown at first', async () => {
  const onDone = vi.fn();
  let settle = (_sent: Sent) => undefined as void;
  const settled = new Promise<Sent>((resolve) => (settle = resolve));
  const { user } = await renderUi(
    <Form send={() => Promise.resolve({ error: { code: 'OUTCOME_UNKNOWN' }, settled })} onDone={onDone} />,
  );
  await user.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe('OUTCOME_UNKNOWN'));
  settle({ data: 'done' });
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('done'));
});
