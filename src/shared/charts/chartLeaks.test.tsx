// An unmounted chart leaves no listener, observer, pending frame or canvas. All of them are counted while charts mount
// and unmount; the last test leaks deliberately and must be detected.
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { filled } from '../../testing/dailyCandles.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { CandleChart } from './CandleChart.tsx';
import type { CandleSource } from './candleSource.ts';

const seen = fakeCanvas();

const chart = (source: CandleSource) => <CandleChart label="BTC/USDT" source={source} period="1day" pricePlaces={1} />;

/** Counts listeners outside the component, observers and pending frames. */
function countHeld(source: CandleSource) {
  const listeners = new Set<unknown>();
  const frames = new Set<number>();
  for (const target of [window, document, document.documentElement]) {
    const { addEventListener, removeEventListener } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((...call: Parameters<typeof addEventListener>) => {
      listeners.add(call[1]);
      addEventListener.apply(target, call);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...call: Parameters<typeof removeEventListener>) => {
      listeners.delete(call[1]);
      removeEventListener.apply(target, call);
    });
  }
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    const id = request((time) => {
      frames.delete(id);
      callback(time);
    });
    frames.add(id);
    return id;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames.delete(id);
    cancel(id);
  });
  const watchers = new Set<MutationObserver>();
  const { observe, disconnect } = MutationObserver.prototype;
  vi.spyOn(MutationObserver.prototype, 'observe').mockImplementation(function watch(this: MutationObserver, ...call) {
    // Testing Library waits with observers of its own, which watch children.
    if (call[1]?.attributeFilter !== undefined) watchers.add(this);
    observe.apply(this, call);
  });
  vi.spyOn(MutationObserver.prototype, 'disconnect').mockImplementation(function stop(this: MutationObserver) {
    watchers.delete(this);
    disconnect.apply(this);
  });
  const subscriptions = new Set<unknown>();
  const { subscribe } = source;
  vi.spyOn(source, 'subscribe').mockImplementation((listener) => {
    subscriptions.add(listener);
    const stop = subscribe(listener);
    return () => {
      subscriptions.delete(listener);
      stop();
    };
  });
  return () => listeners.size + seen.observers.size + watchers.size + frames.size + subscriptions.size;
}

test('five charts that were mounted and unmounted leave nothing', async () => {
  const source = filled(0, 200);
  // React itself adds permanent listeners to the document, so the first chart does not count.
  const first = await renderUi(chart(source));
  await screen.findByRole('slider');
  first.unmount();
  const held = countHeld(source);
  for (let round = 0; round < 5; round += 1) {
    const { unmount } = await renderUi(chart(source));
    await screen.findByRole('slider');
    expect(held()).toBeGreaterThan(0);
    unmount();
  }
  await waitFor(() => expect(held()).toBe(0));
  expect(document.querySelectorAll('canvas')).toHaveLength(0);
});

test('a chart unmounted before it could draw leaves nothing', async () => {
  const source = filled(0, 200);
  const held = countHeld(source);
  const { unmount } = await renderUi(chart(source));
  unmount();
  await waitFor(() => expect(held()).toBe(0));
});

test('a component that forgets to stop is detected', async () => {
  const source = filled(0, 200);
  const held = countHeld(source);
  function Leaky() {
    useEffect(() => {
      source.subscribe(() => undefined);
      window.addEventListener('resize', () => undefined);
    }, []);
    return null;
  }
  (await renderUi(<Leaky />)).unmount();
  expect(held()).toBe(2);
});
