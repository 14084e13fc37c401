// Items are sent once, in order of creation, by one tab at a time, and again after outages; a newer value replaces an
// older one; nothing outlives its owner. IndexedDB is fake-indexeddb; each tab is a fresh load of the module.
import { act, render, screen, waitFor } from '@testing-library/react';
import { createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as ownerModule from '../storage/draftOwner.ts';
import type * as outboxModule from './outbox.ts';
import type { OutboxItem } from './outboxStore.ts';
import type * as hookModule from './outboxView.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';

fakeIndexedDb();

type Tab = typeof outboxModule & Pick<typeof hookModule, 'useOutbox'> & Pick<typeof ownerModule, 'changeDraftOwner'>;

const DATABASE = createStore('outbox', 'items');
const storedItems = async () => (await entries(DATABASE)).filter(([key]) => Array.isArray(key)).map(([, item]) => item);
let tabs: Tab[] = [];
let sent: unknown[] = [];

/** A browser page: each has its own module state. */
async function openTab(owner = '7'): Promise<Tab> {
  vi.resetModules();
  const { changeDraftOwner } = await import('../storage/draftOwner.ts');
  const outbox = await import('./outbox.ts');
  const { useOutbox } = await import('./outboxView.ts');
  changeDraftOwner(owner);
  const tab = { ...outbox, useOutbox, changeDraftOwner };
  tabs.push(tab);
  return tab;
}

const write = ({ enqueue }: Tab, text: string) => enqueue({ kind: 'chat', payload: text });
const send = (item: OutboxItem) => {
  sent.push(item.payload);
  return Promise.resolve('sent' as const);
};
const allSent = (expected: readonly unknown[]) => vi.waitFor(() => expect(sent).toEqual(expected));
const cutLine = (isCut: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isCut);

function List({ tab }: { readonly tab: Tab }) {
  return (
    <ul>
      {tab.useOutbox().map(({ id, payload, failure }) => (
        <li key={id}>{`${String(payload)} ${failure?.code ?? 'waiting'}`}</li>
      ))}
    </ul>
  );
}
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

/** Web Locks, shared by all tabs. */
function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, task: () => Promise<void>) => {
      const done = (last.get(name) ?? Promise.resolve()).then(task);
      last.set(
        name,
        done.catch(() => undefined),
      );
      return done;
    },
  };
}

beforeEach(() => {
  tabs = [];
  sent = [];
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { changeDraftOwner } of tabs) {
    changeDraftOwner('7');
    changeDraftOwner(undefined);
  }
  await vi.waitUntil(async () => (await entries(DATABASE)).length === 0);
});

describe.each(['with locks of the browser', 'without'])('sending %s', (way) => {
  beforeEach(() => {
    if (way === 'without') Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  });

  it('follows the order of creation, and removes sent items', async () => {
    const tab = await openTab();
    tab.registerSender('chat', send);
    const picture = { text: 'a', picture: new File(['x'.repeat(100_000)], 'a.png', { type: 'image/png' }) };
    await Promise.all([tab.enqueue({ kind: 'chat', payload: picture }), write(tab, 'b'), write(tab, 'c')]);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.slice(1)).toEqual(['b', 'c']);
    const [first] = sent as [typeof picture];
    expect([first.text, first.picture.name, first.picture.size]).toEqual(['a', 'a.png', 100_000]);
    await vi.waitFor(async () => expect(await storedItems()).toEqual([]));
  });

  it('is done by one tab at a time, for the items of all tabs', async () => {
    const line = cutLine(true);
    const [one, two] = [await openTab(), await openTab()];
    let atOnce = 0;
    let most = 0;
    const slowly = async (item: OutboxItem) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve));
      sent.push(item.payload);
      atOnce -= 1;
      return 'sent' as const;
    };
    for (const tab of [one, two]) tab.registerSender('chat', slowly);
    const order: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      order.push(`one ${index}`, `two ${index}`);
      await write(one, `one ${index}`);
      await write(two, `two ${index}`);
    }
    expect(sent).toEqual([]);
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await allSent(order);
    expect(most).toBe(1);
  });
});

describe('an item', () => {
  it('waits offline and without an answer, and keeps its id', async () => {
    const tab = await openTab();
    const ids: string[] = [];
    const codes = ['NETWORK', 'TIMEOUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const;
    tab.registerSender('chat', (item) => {
      ids.push(item.id);
      const code = codes[ids.length - 1];
      return code === undefined ? send(item) : Promise.reject({ code });
    });
    render(<List tab={tab} />);
    await act(async () => void (await write(tab, 'a')));
    for (let tries = 1; tries <= codes.length; tries += 1) {
      await vi.waitFor(() => expect(ids).toHaveLength(tries));
      await waitFor(() => expect(shown()).toEqual(['a waiting']));
      act(() => {
        tab.flushOutbox();
      });
    }
    await allSent(['a']);
    expect(new Set(ids).size).toBe(1);
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('is retried after a while without a trigger', async () => {
    const tab = await openTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let tries = 0;
    tab.registerSender('chat', (item) => {
      tries += 1;
      return tries < 3 ? Promise.reject({ code: 'NETWORK' }) : send(item);
    });
    await write(tab, 'a');
    await vi.waitUntil(() => {
      vi.advanceTimersByTime(6000);
      return sent.length > 0;
    });
    expect(tries).toBe(3);
  });

  it('that is refused shows its reason, and blocks no other', async () => {
    const tab = await openTab();
    let isRefused = true;
    tab.registerSender('chat', (item) =>
      item.payload === 'bad' && isRefused ? Promise.reject({ code: 'CHAT_TEXT_TOO_LONG' }) : send(item),
    );
    render(<List tab={tab} />);
    await act(async () => void (await Promise.all([write(tab, 'bad'), write(tab, 'worse'), write(tab, 'good')])));
    await waitFor(() => expect(shown()).toEqual(['bad CHAT_TEXT_TOO_LONG']));
    isRefused = false;
    const [item] = (await storedItems()) as OutboxItem[];
    await act(() => tab.retryItem(item as OutboxItem));
    await allSent(['worse', 'good', 'bad']);
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('can be discarded', async () => {
    cutLine(true);
    const tab = await openTab();
    tab.registerSender('chat', send);
    const [first] = [await write(tab, 'a'), await write(tab, 'b')];
    await tab.discardItem(first);
    expect(((await storedItems()) as OutboxItem[]).map(({ payload }) => payload)).toEqual(['b']);
  });

  it('is replaced by a newer one with its key, also while it is being sent', async () => {
    const tab = await openTab();
    let goOn: (() => void) | undefined;
    tab.registerSender('preference', async (item) => {
      if (goOn === undefined) await new Promise<void>((resolve) => (goOn = resolve));
      return send(item);
    });
    const choose = (key: string, payload: string) => tab.enqueue({ kind: 'preference', key, payload });
    await choose('theme', 'dark');
    await vi.waitUntil(() => goOn !== undefined);
    await choose('theme', 'light');
    await choose('language', 'en');
    await choose('theme', 'system');
    goOn?.();
    await allSent(['dark', 'en', 'system']);
  });

  it('of another tab is shown as well', async () => {
    cutLine(true);
    const [one, two] = [await openTab(), await openTab()];
    render(<List tab={one} />);
    await write(two, 'from two');
    await waitFor(() => expect(shown()).toEqual(['from two waiting']));
  });

  it('is sent from memory if the device is full, together with stored ones', async () => {
    cutLine(true);
    const tab = await openTab();
    render(<List tab={tab} />);
    await write(tab, 'a');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await write(tab, 'b');
    await waitFor(() => expect(shown()).toEqual(['a waiting', 'b waiting']));
    cutLine(false);
    tab.registerSender('chat', send);
    await allSent(['a', 'b']);
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('is sent, refused and sent again from memory if the browser refuses storage', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission', 'SecurityError');
    });
    const tab = await openTab();
    render(<List tab={tab} />);
    const refusing = tab.registerSender('chat', () => Promise.reject({ code: 'CHAT_TEXT_TOO_LONG' }));
    const item = await write(tab, 'a');
    await waitFor(() => expect(shown()).toEqual(['a CHAT_TEXT_TOO_LONG']));
    refusing();
    tab.registerSender('chat', send);
    await tab.retryItem(item);
    await allSent(['a']);
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('in memory is deleted with the session', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission', 'SecurityError');
    });
    const tab = await openTab();
    await write(tab, 'a');
    tab.changeDraftOwner('8');
    tab.registerSender('chat', send);
    await write(tab, 'b');
    await allSent(['b']);
  });
});

describe('the end of a session', () => {
  it('deletes and hides all waiting items', async () => {
    cutLine(true);
    const tab = await openTab();
    render(<List tab={tab} />);
    await act(async () => void (await write(tab, 'secret')));
    await waitFor(() => expect(shown()).toEqual(['secret waiting']));
    act(() => {
      tab.changeDraftOwner(undefined);
    });
    expect(shown()).toEqual([]);
    await vi.waitFor(async () => expect(await storedItems()).toEqual([]));
  });

  it('stores and marks nothing that was under way', async () => {
    const tab = await openTab();
    let refuse: (() => void) | undefined;
    tab.registerSender('chat', () => new Promise((_resolve, reject) => (refuse = () => reject({ code: 'UNKNOWN' }))));
    await write(tab, 'a');
    await vi.waitUntil(() => refuse !== undefined);
    const writing = write(tab, 'b');
    tab.changeDraftOwner(undefined);
    refuse?.();
    await expect(writing).rejects.toEqual({ code: 'NOT_LOGGED_IN' });
    await expect(write(tab, 'c')).rejects.toEqual({ code: 'NOT_LOGGED_IN' });
    await vi.waitFor(async () => expect(await storedItems()).toEqual([]));
  });

  it('leaves nothing for another user to send, even if deletion failed', async () => {
    cutLine(true);
    const tab = await openTab();
    await write(tab, 'of seven');
    const left = await entries(DATABASE);
    tab.changeDraftOwner('8');
    await vi.waitFor(async () => expect(await storedItems()).toEqual([]));
    for (const [key, item] of left) await set(key, item, DATABASE);
    cutLine(false);
    tab.registerSender('chat', send);
    await vi.waitFor(async () => expect(await storedItems()).toEqual([]));
    await write(tab, 'of eight');
    await allSent(['of eight']);
  });
});
