// @vitest-environment jsdom Meaning of touch, mouse and wheel input. Events carry the fields the code reads; jsdom has
// no layout, so the element is at 0,0 and pointers need no capture.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachGestures, type GestureActions } from './gestures.ts';
import { pan, zoom, type View } from './viewport.ts';

let element: HTMLElement;
let isPointing = false;
let detach: () => void;
const actions = {
  onPan: vi.fn<GestureActions['onPan']>(),
  onZoom: vi.fn<GestureActions['onZoom']>(),
  onTap: vi.fn<GestureActions['onTap']>(),
  onTwoFingerTap: vi.fn<GestureActions['onTwoFingerTap']>(),
  onPoint: vi.fn<GestureActions['onPoint']>(),
  onLeave: vi.fn<GestureActions['onLeave']>(),
  isPointing: () => isPointing,
};

beforeEach(() => {
  isPointing = false;
  element = document.createElement('div');
  element.setPointerCapture = () => undefined;
  // No fling continues after a test.
  vi.stubGlobal(
    'requestAnimationFrame',
    vi.fn<typeof requestAnimationFrame>(() => 1),
  );
  vi.stubGlobal('cancelAnimationFrame', vi.fn<typeof cancelAnimationFrame>());
  detach = attachGestures(element, actions);
});

afterEach(() => {
  detach();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

type Kind = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave';

const pointer = (kind: Kind, x: number, y: number, { id = 1, type = 'touch' } = {}) =>
  element.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, pointerId: id, pointerType: type }));

const panned = () => actions.onPan.mock.calls.reduce((sum, [px]) => sum + px, 0);

test('a drag pans by the finger’s distance', () => {
  pointer('pointerdown', 100, 50);
  pointer('pointermove', 103, 50);
  pointer('pointermove', 130, 52);
  pointer('pointermove', 150, 52);
  pointer('pointerup', 150, 52);
  expect(panned()).toBe(50);
  expect(actions.onTap).not.toHaveBeenCalled();
});

test('a touch that hardly moves is a tap', () => {
  pointer('pointerdown', 100, 50);
  pointer('pointermove', 102, 51);
  pointer('pointerup', 102, 51);
  expect(actions.onTap).toHaveBeenCalledWith(100, 50);
  expect(actions.onPan).not.toHaveBeenCalled();
});

test('while the crosshair is held a drag moves it instead of the candles', () => {
  isPointing = true;
  pointer('pointerdown', 100, 50);
  pointer('pointermove', 130, 60);
  pointer('pointerup', 130, 60);
  expect(actions.onPoint).toHaveBeenCalledWith(130, 60);
  expect(actions.onPan).not.toHaveBeenCalled();
});

test('a pinch keeps the content between the fingers there', () => {
  // A view of one px per candle, moved the way the chart moves it.
  let view: View = { from: 1000, span: 400 };
  const stepPx = () => 400 / view.span;
  actions.onZoom.mockImplementation((factor, x) => {
    view = zoom(view, factor, view.from + x / stepPx(), 5000);
  });
  actions.onPan.mockImplementation((px) => {
    view = pan(view, -px / stepPx(), 5000);
  });
  pointer('pointerdown', 100, 50, { id: 1 });
  pointer('pointerdown', 200, 50, { id: 2 });
  const between = view.from + 150;
  pointer('pointermove', 300, 50, { id: 2 });
  pointer('pointermove', 60, 50, { id: 1 });
  expect(view.span).toBeCloseTo(400 * (100 / 240));
  expect(view.from + 180 / stepPx()).toBeCloseTo(between);
  // Both points stay under their fingers.
  expect(view.from + 60 / stepPx()).toBeCloseTo(1100);
  expect(view.from + 300 / stepPx()).toBeCloseTo(1200);
  actions.onZoom.mockReset();
  actions.onPan.mockReset();
});

test('the remaining finger of a pinch continues as a drag', () => {
  pointer('pointerdown', 100, 50, { id: 1 });
  pointer('pointerdown', 200, 50, { id: 2 });
  pointer('pointermove', 300, 50, { id: 2 });
  pointer('pointerup', 100, 50, { id: 1 });
  actions.onPan.mockClear();
  pointer('pointermove', 320, 50, { id: 2 });
  expect(panned()).toBe(20);
  pointer('pointerup', 320, 50, { id: 2 });
  expect(actions.onTap).not.toHaveBeenCalled();
  expect(actions.onTwoFingerTap).not.toHaveBeenCalled();
});

test('a two-finger tap releases the crosshair, and does nothing else', () => {
  pointer('pointerdown', 100, 50, { id: 1 });
  pointer('pointerdown', 200, 50, { id: 2 });
  pointer('pointermove', 202, 51, { id: 2 });
  pointer('pointerup', 202, 51, { id: 2 });
  pointer('pointermove', 103, 50, { id: 1 });
  pointer('pointerup', 103, 50, { id: 1 });
  expect(actions.onTwoFingerTap).toHaveBeenCalledTimes(1);
  expect(actions.onTap).not.toHaveBeenCalled();
  expect(actions.onZoom).not.toHaveBeenCalled();
  expect(actions.onPan).not.toHaveBeenCalled();
});

test('two fingers that the browser takes for scrolling release nothing', () => {
  pointer('pointerdown', 100, 50, { id: 1 });
  pointer('pointerdown', 200, 50, { id: 2 });
  pointer('pointercancel', 200, 50, { id: 2 });
  pointer('pointerup', 100, 50, { id: 1 });
  expect(actions.onTwoFingerTap).not.toHaveBeenCalled();
});

test('a swipe that the browser takes for scrolling ends without a tap', () => {
  pointer('pointerdown', 100, 50);
  pointer('pointercancel', 100, 50);
  pointer('pointermove', 150, 50);
  pointer('pointerup', 150, 50);
  expect(actions.onTap).not.toHaveBeenCalled();
  expect(actions.onPan).not.toHaveBeenCalled();
});

test('a fling continues, unless the user prefers less motion', () => {
  const fling = () => {
    pointer('pointerdown', 100, 50);
    pointer('pointermove', 180, 50);
    pointer('pointerup', 180, 50);
  };
  fling();
  expect(requestAnimationFrame).toHaveBeenCalledTimes(1);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  fling();
  expect(requestAnimationFrame).toHaveBeenCalledTimes(1);
});

test('a mouse points on hover, drags the candles and releases on leave', () => {
  const mouse = { type: 'mouse' };
  pointer('pointermove', 40, 30, mouse);
  expect(actions.onPoint).toHaveBeenCalledWith(40, 30);
  isPointing = true;
  pointer('pointerdown', 40, 30, mouse);
  pointer('pointermove', 60, 30, mouse);
  pointer('pointerup', 60, 30, mouse);
  expect(panned()).toBe(20);
  pointer('pointerleave', 60, 30, mouse);
  expect(actions.onLeave).toHaveBeenCalledTimes(1);
});

const wheel = (fields: WheelEventInit) =>
  element.dispatchEvent(new WheelEvent('wheel', { cancelable: true, ...fields }));

test('a vertical wheel is the page’s, a horizontal one pans, one with Ctrl zooms', () => {
  expect(wheel({ deltaY: 100 })).toBe(true);
  expect(wheel({ deltaX: 30 })).toBe(false);
  expect(panned()).toBe(-30);
  expect(wheel({ deltaY: -100, ctrlKey: true, clientX: 70 })).toBe(false);
  expect(actions.onZoom).toHaveBeenCalledWith(expect.closeTo(0.549, 3), 70);
});

test('after detaching no event is handled', () => {
  detach();
  pointer('pointermove', 40, 30, { type: 'mouse' });
  wheel({ deltaX: 30 });
  expect(actions.onPoint).not.toHaveBeenCalled();
  expect(actions.onPan).not.toHaveBeenCalled();
});
