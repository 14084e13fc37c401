// A form is restored as it was left, typed input wins over the stored draft, and a completed form leaves nothing. The
// hook in a small form over fake-indexeddb, with a fake clock.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBusy } from '../pwa/busy.ts';
import { changeDraftOwner } from './draftOwner.ts';
import { loadDraft, saveDraft } from './drafts.ts';
import { useDraft } from './useDraft.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

const read = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);

function Form() {
  const { value, change, isRestored, isPersisted, forget } = useDraft({ name: 'remark', initial: '', read });
  return (
    <form aria-busy={!isRestored} aria-label="Remark form">
      <input aria-label="Remark" value={value} onChange={({ target }) => change(target.value)} />
      <button type="button" onClick={() => change((before) => `${before}!`)}>
        Add
      </button>
      <button type="button" onClick={forget}>
        Done
      </button>
      {!isPersisted && <p>not kept</p>}
    </form>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Remark');
const restored = () => waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

beforeEach(() => changeDraftOwner('7'));

afterEach(async () => {
  vi.useRealTimers();
  changeDraftOwner(undefined);
  changeDraftOwner('7');
  await vi.waitUntil(async () => (await loadDraft('remark')) === undefined);
  changeDraftOwner(undefined);
});

it('is restored after the page was left while typing', async () => {
  const { unmount } = render(<Form />);
  await restored();
  type('half a rem');
  fireEvent.click(screen.getByText('Add'));
  unmount();
  render(<Form />);
  await waitFor(() => expect(field().value).toBe('half a rem!'));
});

it('blocks updates of the app while it is filled in, and no longer', async () => {
  const { unmount } = render(<Form />);
  await restored();
  expect(isBusy()).toBe(false);
  type('half a rem');
  expect(isBusy()).toBe(true);
  unmount();
  expect(isBusy()).toBe(false);
  render(<Form />);
  await waitFor(() => expect(isBusy()).toBe(true));
  fireEvent.click(screen.getByText('Done'));
  expect(isBusy()).toBe(false);
});

it('is stored when typing pauses, not with every key', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  render(<Form />);
  await restored();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const text of ['a', 'ab', 'abc']) type(text);
  act(() => void vi.advanceTimersByTime(400));
  vi.useRealTimers();
  await waitFor(async () => expect(await loadDraft('remark')).toBe('abc'));
  expect(put).toHaveBeenCalledTimes(1);
});

it('is stored at once when the page is hidden', async () => {
  render(<Form />);
  await restored();
  type('in a tunnel');
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(async () => expect(await loadDraft('remark')).toBe('in a tunnel'));
});

it('does not overwrite text typed before the stored draft was loaded', async () => {
  await saveDraft('remark', 'old');
  render(<Form />);
  type('new');
  await restored();
  expect(field().value).toBe('new');
});

it('is empty if the stored draft has another shape', async () => {
  await saveDraft('remark', { of: 'an older version' });
  render(<Form />);
  await restored();
  expect(field().value).toBe('');
});

it('leaves nothing when done, including pending writes', async () => {
  const { unmount } = render(<Form />);
  await restored();
  type('sent');
  fireEvent.click(screen.getByText('Done'));
  unmount();
  expect(await loadDraft('remark')).toBeUndefined();
});

it('reports that the device stores nothing', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  render(<Form />);
  await restored();
  type('lost');
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('not kept');
});
