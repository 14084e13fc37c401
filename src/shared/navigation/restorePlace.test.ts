// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restorePlace } from './restorePlace.ts';

let grow: () => void = () => undefined;
let height = 0;

beforeEach(() => {
  vi.useFakeTimers();
  height = 0;
  grow = () => undefined;
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => vi.stubGlobal('scrollY', Math.min(top, height)));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(follow: () => void) {
        grow = follow;
      }
      observe(): void {}
      disconnect(): void {
        grow = () => undefined;
      }
    },
  );
  history.replaceState({ key: 'list' }, '');
  sessionStorage.setItem('react-router-scroll-positions', JSON.stringify({ list: 900, other: 50 }));
  openedBy('reload');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function openedBy(type: NavigationTimingType): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
}

function growTo(pixels: number): void {
  height = pixels;
  grow();
}

describe('the scroll position in a list after a reload', () => {
  it('is restored as rows arrive, and then left alone', () => {
    restorePlace();
    growTo(400);
    expect(window.scrollY).toBe(400);
    growTo(1000);
    expect(window.scrollY).toBe(900);
    vi.stubGlobal('scrollY', 0);
    growTo(1400);
    expect(window.scrollY).toBe(0);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('is given up after a %s', (move) => {
    restorePlace();
    growTo(400);
    window.dispatchEvent(new Event(move));
    growTo(1000);
    expect(window.scrollY).toBe(400);
  });

  it('is given up after ten seconds', () => {
    restorePlace();
    vi.advanceTimersByTime(10_000);
    growTo(1000);
    expect(window.scrollY).toBe(0);
  });

  it.each([
    ['a page that was opened anew', () => openedBy('navigate')],
    ['a page that is scrolled already', () => vi.stubGlobal('scrollY', 1)],
    ['another entry of the history', () => history.replaceState({ key: 'new' }, '')],
    ['places that cannot be read', () => sessionStorage.setItem('react-router-scroll-positions', '{')],
  ])('is not restored in %s', (_, arrange) => {
    arrange();
    const before = window.scrollY;
    restorePlace();
    growTo(1000);
    expect(window.scrollY).toBe(before);
  });
});
