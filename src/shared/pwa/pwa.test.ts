// Installing and updating: what is offered when, and that nothing happens without the user's consent or during an
// activity.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isBusy, markBusy } from './busy.ts';
import { createPwa, type InstallPromptEvent } from './pwa.ts';

const releases: (() => void)[] = [];
const busy = () => {
  const release = markBusy();
  releases.push(release);
  return release;
};

afterEach(() => {
  for (const release of releases.splice(0)) release();
});

function installEvent() {
  const prompt = vi.fn<() => Promise<unknown>>(() => Promise.resolve());
  const preventDefault = vi.fn<() => void>();
  return { prompt, preventDefault, event: { prompt, preventDefault } as unknown as InstallPromptEvent };
}

describe('an update', () => {
  it('waits for the user', () => {
    const pwa = createPwa();
    const activateWaiting = vi.fn<() => void>();
    pwa.update();
    pwa.updateArrived({ activateWaiting });
    expect(pwa.getState().isUpdateAvailable).toBe(true);
    expect(activateWaiting).not.toHaveBeenCalled();
    pwa.update();
    expect(activateWaiting).toHaveBeenCalledTimes(1);
  });

  it('is not activated during an activity', () => {
    const pwa = createPwa();
    const activateWaiting = vi.fn<() => void>();
    pwa.updateArrived({ activateWaiting });
    const [form, order] = [busy(), busy()];
    expect(isBusy()).toBe(true);
    pwa.update();
    form();
    form();
    pwa.update();
    expect(isBusy()).toBe(true);
    expect(activateWaiting).not.toHaveBeenCalled();
    order();
    expect(isBusy()).toBe(false);
    pwa.update();
    expect(activateWaiting).toHaveBeenCalledTimes(1);
  });
});

describe('installing', () => {
  it('is offered by the app, once, instead of by the browser', async () => {
    const pwa = createPwa();
    const offer = installEvent();
    pwa.installOffered(offer.event);
    expect(offer.preventDefault).toHaveBeenCalledTimes(1);
    expect(pwa.getState().canInstall).toBe(true);
    await pwa.install();
    await pwa.install();
    expect(offer.prompt).toHaveBeenCalledTimes(1);
    expect(pwa.getState().canInstall).toBe(false);
  });

  it('is no longer offered once done', async () => {
    const pwa = createPwa();
    const offer = installEvent();
    pwa.installOffered(offer.event);
    pwa.installSettled();
    await pwa.install();
    expect(offer.prompt).not.toHaveBeenCalled();
  });
});

it('notifies listeners of every change until they unsubscribe', () => {
  const pwa = createPwa();
  const listener = vi.fn<() => void>();
  const stop = pwa.subscribe(listener);
  pwa.installOffered(installEvent().event);
  expect(pwa.getState().canInstall).toBe(true);
  stop();
  pwa.installSettled();
  expect(listener).toHaveBeenCalledTimes(1);
});
