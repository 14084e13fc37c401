// Install prompt: appears after an action of regular use, never on the first page, never twice in 30 days, never in the
// installed app. The whole app, with a clock of the test's own.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { DISMISSED_MS } from '../../domain/install/useInstallWay.ts';
// The store must know the mutations that may succeed.
import '../../domain/deposits/depositsApi.ts';
import '../../domain/spot/orderMutations.ts';
import '../../domain/preferences/preferencesApi.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { markBusy } from '../../shared/pwa/busy.ts';
import { pwa, type InstallPromptEvent } from '../../shared/pwa/pwa.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { TEST_PAGES as pages } from '../../testing/testPages.tsx';

const NAME = 'Add Halyard to the home screen';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
const keep = (record: object) =>
  localStorage.setItem('install', JSON.stringify({ visits: 0, lastSeenAtMs: 0, ...record }));
const prompt = vi.fn(() => Promise.resolve());
const offerPrompt = () =>
  act(() => pwa.installOffered(Object.assign(new Event('beforeinstallprompt'), { prompt }) as InstallPromptEvent));

/** Action that RTK Query dispatches after a successful mutation. */
const succeeded = (endpointName: string) => ({
  type: 'api/executeMutation/fulfilled',
  payload: null,
  meta: {
    arg: { type: 'mutation', endpointName, originalArgs: undefined },
    requestId: 'r',
    requestStatus: 'fulfilled',
  },
});

async function open() {
  const app = await renderApp({ path: '/', pages });
  // Longer than the idle delay plus one check.
  const wait = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  await wait(3500);
  await vi.dynamicImportSettled();
  await wait(0);
  const goTo = (path: string) => act(() => app.app.router.navigate(path));
  const succeed = (endpointName: string) => act(() => void app.app.store.dispatch(succeeded(endpointName)));
  return { ...app, wait, goTo, succeed };
}

const sheet = () => screen.queryByRole('dialog', { name: NAME });
const seeSheet = async (wait: (ms: number) => Promise<void>) => {
  for (let look = 0; look < 20 && sheet() === null; look += 1) {
    await wait(500);
    await vi.dynamicImportSettled();
  }
  return within(await screen.findByRole('dialog', { name: NAME }));
};

beforeEach(() => {
  localStorage.clear();
  prompt.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  pwa.installSettled();
});

describe('the install prompt', () => {
  it.each([placeOrder, declareDeposit])('appears after $path, and opens the browser’s prompt', async ({ name }) => {
    const { wait, succeed } = await open();
    offerPrompt();
    await wait(10_000);
    expect(sheet()).toBeNull();
    succeed(name);
    const offer = await seeSheet(wait);
    act(() => offer.getByRole('button', { name: 'Install' }).click());
    await waitFor(() => expect(prompt).toHaveBeenCalledOnce());
  });

  it('appears on the third visit, on its second page', async () => {
    keep({ visits: 2 });
    const { wait, goTo } = await open();
    offerPrompt();
    await wait(10_000);
    expect(sheet()).toBeNull();
    await goTo(paths.trade());
    await seeSheet(wait);
  });

  it('does not appear on the second visit, nor after other actions', async () => {
    keep({ visits: 1 });
    const { wait, goTo, succeed } = await open();
    offerPrompt();
    succeed('setLanguage');
    await goTo(paths.trade());
    await wait(20_000);
    expect(sheet()).toBeNull();
  });

  it('that was declined appears again after 30 days, not before', async () => {
    const { wait, succeed } = await open();
    offerPrompt();
    succeed(placeOrder.name);
    const offer = await seeSheet(wait);
    const beforeMs = Date.now();
    act(() => offer.getByRole('button', { name: 'Not now' }).click());
    await waitFor(() => expect(sheet()).toBeNull());
    const { dismissedAtMs } = JSON.parse(localStorage.getItem('install') ?? '{}') as { dismissedAtMs: number };
    expect(dismissedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(dismissedAtMs).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['a day short of 30 days ago', DISMISSED_MS - 86_400_000, false],
    ['30 days ago', DISMISSED_MS, true],
  ])('declined %s', async (_when, agoMs, isShown) => {
    keep({ dismissedAtMs: Date.now() - agoMs });
    const { wait, succeed } = await open();
    offerPrompt();
    succeed(placeOrder.name);
    if (isShown) {
      await seeSheet(wait);
    } else {
      await wait(20_000);
      expect(sheet()).toBeNull();
    }
  });

  it('waits during an activity', async () => {
    const { wait, succeed } = await open();
    offerPrompt();
    const free = markBusy();
    succeed(placeOrder.name);
    await wait(20_000);
    expect(sheet()).toBeNull();
    act(free);
    await seeSheet(wait);
  });

  it('shows the steps of an iPhone, whose browser has no prompt', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const { wait, succeed } = await open();
    succeed(declareDeposit.name);
    const offer = await seeSheet(wait);
    offer.getByText(/share button/);
    expect(offer.queryByRole('button', { name: 'Install' })).toBeNull();
  });

  it('leads out of another app’s browser, with a link to copy', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${IPHONE} [FBAN/FBIOS;FBAV/465.0]`);
    const { wait, succeed } = await open();
    succeed(declareDeposit.name);
    const offer = await seeSheet(wait);
    offer.getByText(/^Facebook shows this page in its own browser/);
    offer.getAllByRole('button', { name: 'Copy: Link' });
  });

  it.each([
    [
      'open from the home screen',
      () =>
        vi
          .spyOn(window, 'matchMedia')
          .mockImplementation(
            (media) =>
              Object.assign(new EventTarget(), { media, matches: media.includes('standalone') }) as MediaQueryList,
          ),
    ],
    [
      'open from the home screen of an iPhone',
      () =>
        vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE) &&
        Object.defineProperty(navigator, 'standalone', { value: true, configurable: true }),
    ],
    [
      'installed from this browser',
      () => {
        vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
        keep({ isInstalled: true });
      },
    ],
  ])('does not appear if the app is %s', async (_what, prepare) => {
    prepare();
    const { wait, succeed } = await open();
    succeed(placeOrder.name);
    await wait(20_000);
    expect(sheet()).toBeNull();
    Reflect.deleteProperty(navigator, 'standalone');
  });
});
