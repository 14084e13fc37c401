/**
 * Touch, mouse and wheel input of the chart. The element has `touch-action: pan-y`: a vertical swipe belongs to the
 * page, and the browser takes it away with a cancel; all others arrive here.
 */

export type GestureActions = {
  onPan: (px: number) => void;
  /** `factor` above 1 shows more candles; `x` is the fixed point. */
  onZoom: (factor: number, x: number) => void;
  onTap: (x: number, y: number) => void;
  /** Two fingers touched and lifted without moving. */
  onTwoFingerTap: () => void;
  /** A mouse moves over the chart, or a finger moves while the crosshair is held. */
  onPoint: (x: number, y: number) => void;
  onLeave: () => void;
  /** Whether moving a finger moves the crosshair instead of the candles. */
  isPointing: () => boolean;
};

type Point = { x: number; y: number };
type Press = Point & { isTap: boolean; velocity: number; atMs: number };
/** Two fingers that may still be a tap: the point where each touched. */
type Pair = { readonly from: ReadonlyMap<number, Point>; readonly atMs: number };

/** Fingers are never quite still; a smaller movement is a tap. */
const SLOP_PX = 6;
const TWO_FINGER_TAP_MS = 400;
/** Weight of the latest movement's speed; the rest is that of earlier ones. */
const VELOCITY_SHARE = 0.7;
/** A finger that rested this long before it lifted does not fling. */
const REST_MS = 80;
const WHEEL_ZOOM_PER_PX = 0.006;

/** Attaches the listeners to an element. Returns the function that detaches them. */
export function attachGestures(element: HTMLElement, actions: GestureActions): () => void {
  const gestures = new Gestures(element, actions);
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointerdown', gestures.onDown, { signal });
  element.addEventListener('pointermove', gestures.onMove, { signal });
  element.addEventListener('pointerup', gestures.onUp, { signal });
  element.addEventListener('pointercancel', gestures.onCancel, { signal });
  element.addEventListener('pointerleave', gestures.onLeave, { signal });
  element.addEventListener('wheel', gestures.onWheel, { signal, passive: false });
  return () => {
    listening.abort();
    gestures.stop();
  };
}

class Gestures {
  private readonly fingers = new Map<number, Point>();
  private readonly glide: ReturnType<typeof createGlide>;
  private press: Press | undefined;
  private pair: Pair | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly actions: GestureActions,
  ) {
    this.glide = createGlide(actions.onPan);
  }

  readonly stop = (): void => this.glide.stop();

  readonly onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    this.glide.stop();
    const point = this.placeOf(event);
    this.fingers.set(event.pointerId, point);
    this.element.setPointerCapture(event.pointerId);
    const { size } = this.fingers;
    this.press = size === 1 ? { ...point, isTap: true, velocity: 0, atMs: event.timeStamp } : undefined;
    this.pair = size === 2 ? { from: new Map(this.fingers), atMs: event.timeStamp } : undefined;
  };

  readonly onMove = (event: PointerEvent): void => {
    const now = this.placeOf(event);
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') this.actions.onPoint(now.x, now.y);
      return;
    }
    if (this.fingers.size === 1) this.drag(before, now, event);
    else if (!this.mayBeTap(event.pointerId, now)) this.pinch(event.pointerId, before, now);
    // Until a press turns out to be a drag, its movement so far is retained, so that none of it is lost.
    if (!this.press?.isTap && this.pair === undefined) this.fingers.set(event.pointerId, now);
  };

  readonly onUp = (event: PointerEvent): void => {
    const { press, pair } = this;
    this.press = undefined;
    if (!this.fingers.delete(event.pointerId)) return;
    if (press === undefined) this.leaveFinger(event, pair);
    else if (press.isTap) {
      if (event.pointerType !== 'mouse') this.actions.onTap(press.x, press.y);
    } else if (!this.movesCursor(event) && event.timeStamp - press.atMs < REST_MS) this.glide.start(press.velocity);
  };

  readonly onCancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.press = undefined;
    this.pair = undefined;
  };

  readonly onLeave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.actions.onLeave();
  };

  readonly onWheel = (event: WheelEvent): void => {
    // A touchpad pinch arrives as a wheel event with Ctrl. Vertical wheel movement scrolls the page.
    if (event.ctrlKey) this.actions.onZoom(Math.exp(event.deltaY * WHEEL_ZOOM_PER_PX), this.placeOf(event).x);
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.actions.onPan(-event.deltaX);
    else return;
    event.preventDefault();
  };

  private drag(before: Point, now: Point, event: PointerEvent): void {
    const { press } = this;
    if (press === undefined || (press.isTap && Math.hypot(now.x - press.x, now.y - press.y) < SLOP_PX)) return;
    const px = now.x - before.x;
    const elapsedMs = Math.max(1, event.timeStamp - press.atMs);
    const velocity = VELOCITY_SHARE * (px / elapsedMs) + (1 - VELOCITY_SHARE) * press.velocity;
    this.press = { ...press, isTap: false, velocity, atMs: event.timeStamp };
    if (this.movesCursor(event)) this.actions.onPoint(now.x, now.y);
    else this.actions.onPan(px);
  }

  /** Keeps the content between the fingers there. */
  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.fingers].find(([known]) => known !== id)?.[1];
    if (other === undefined) return;
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.actions.onZoom(apart(before) / apart(now), (before.x + other.x) / 2);
    this.actions.onPan((now.x - before.x) / 2);
  }

  /** Whether two fingers are still where they touched; once one has moved they pinch. */
  private mayBeTap(id: number, now: Point): boolean {
    const from = this.pair?.from.get(id);
    if (from !== undefined && Math.hypot(now.x - from.x, now.y - from.y) < SLOP_PX) return true;
    this.pair = undefined;
    return false;
  }

  /** One of two fingers lifted: either both tapped, or the other continues as a drag. */
  private leaveFinger(event: PointerEvent, pair: Pair | undefined): void {
    const [left] = this.fingers.values();
    if (this.fingers.size === 1 && left !== undefined) {
      const isTap = pair !== undefined && event.timeStamp - pair.atMs < TWO_FINGER_TAP_MS;
      if (isTap) this.actions.onTwoFingerTap();
      // After a two-finger tap, the second finger to lift does nothing more.
      else this.press = { ...left, isTap: false, velocity: 0, atMs: event.timeStamp };
    }
    this.pair = undefined;
  }

  private movesCursor({ pointerType }: PointerEvent): boolean {
    return pointerType !== 'mouse' && this.actions.isPointing();
  }

  private placeOf(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

/** Share of a fling's speed that remains after a frame at 60 Hz. */
const REMAINING_SHARE = 0.94;
const FRAME_MS = 1000 / 60;
const PX_PER_MS_MIN = 0.03;

/** Inertia after a fling; off if the user prefers reduced motion. */
type Glide = { readonly start: (pxPerMs: number) => void; readonly stop: () => void };

/** A glide that moves by `onPan`, frame by frame. */
function createGlide(onPan: (px: number) => void): Glide {
  let id: number | undefined;
  const stop = () => {
    if (id !== undefined) cancelAnimationFrame(id);
    id = undefined;
  };
  const run = (pxPerMs: number, beforeMs: number) => {
    id = requestAnimationFrame((nowMs) => {
      const elapsedMs = Math.max(0, nowMs - beforeMs);
      onPan(pxPerMs * elapsedMs);
      const left = pxPerMs * REMAINING_SHARE ** (elapsedMs / FRAME_MS);
      if (Math.abs(left) > PX_PER_MS_MIN) run(left, nowMs);
      else id = undefined;
    });
  };
  const start = (pxPerMs: number) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isStill && Math.abs(pxPerMs) > PX_PER_MS_MIN) run(pxPerMs, performance.now());
  };
  return { start, stop };
}
