import { afterEach, beforeEach, vi } from 'vitest';

/** Recorded use of the fakes since the test began. */
export type Seen = { filledColours: string[]; observers: Set<unknown> };

/**
 * Gives every test of a file what ECharts needs and jsdom lacks: a canvas, a size of 400 x 300 for every element, and a
 * resize observer that counts its users. Rising candles are drawn in `rgb(0, 200, 0)`.
 */
export function fakeCanvas(): Seen {
  const seen: Seen = { filledColours: [], observers: new Set() };
  class FakeResizeObserver {
    observe = () => void seen.observers.add(this);
    unobserve = () => void seen.observers.delete(this);
    disconnect = () => void seen.observers.delete(this);
  }
  beforeEach(() => {
    seen.filledColours = [];
    seen.observers = new Set();
    vi.stubGlobal('ResizeObserver', FakeResizeObserver);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => contextOf(seen)) as never);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300);
    document.documentElement.style.setProperty('--up', 'rgb(0, 200, 0)');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.documentElement.removeAttribute('style');
    delete document.documentElement.dataset['theme'];
  });
  return seen;
}

/** A 2D context that records fill colours and ignores everything else. */
function contextOf(seen: Seen): CanvasRenderingContext2D {
  const state: Record<string | symbol, unknown> = {};
  const fake = new Proxy(state, {
    get: (target, name) => {
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      if (name === 'fill') return () => seen.filledColours.push(String(target['fillStyle']));
      return name in target ? target[name] : () => undefined;
    },
  });
  return fake as unknown as CanvasRenderingContext2D;
}
