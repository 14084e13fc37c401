/**
 * Fingers, mice and wheels on the chart. The element has `touch-action: pan-y`: a swipe that begins upright is the page's, and the browser takes
 * it away with a cancel; all others come here.
 */
export type GestureActions = {
  onPan: (px: number) => void;
  /** `factor` above 1 shows more candles; `x` is the place that stays. */
  onZoom: (factor: number, x: number) => void;
  onTap: (x: number, y: number) => void;
  /** A mouse passes over, or a finger moves while the cursor is held. */
  onPoint: (x: number, y: number) => void;
  onLeave: () => void;
  /** Whether moving a finger moves the cursor instead of the candles. */
  isPointing: () => boolean;
};

type Point = { x: number; y: number };
type Press = Point & { isTap: boolean; velocity: number; atMs: number };

/** Fingers are never quite still; less than this is a tap. */
const SLOP_PX = 6;
/** Of the speed of a fling, what is left after a frame at 60 Hz. */
const GLIDE_KEPT = 0.94;
const GLIDE_PX_PER_MS_MIN = 0.03;
const WHEEL_ZOOM_PER_PX = 0.006;

/** Listens on an element. Returns the way to stop. */
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
  private readonly glide: Glide;
  private press: Press | undefined;

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
    this.press = this.fingers.size === 1 ? { ...point, isTap: true, velocity: 0, atMs: event.timeStamp } : undefined;
  };

  readonly onMove = (event: PointerEvent): void => {
    const now = this.placeOf(event);
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') this.actions.onPoint(now.x, now.y);
      return;
    }
    if (this.fingers.size === 1) this.drag(before, now, event);
    else this.pinch(event.pointerId, before, now);
    // Until a press is known to be a drag, the way so far is kept, so that nothing of it is lost.
    if (!this.press?.isTap) this.fingers.set(event.pointerId, now);
  };

  readonly onUp = (event: PointerEvent): void => {
    const { press } = this;
    this.press = undefined;
    if (!this.fingers.delete(event.pointerId) || press === undefined) return;
    if (!press.isTap) {
      if (!this.movesCursor(event)) this.glide.start(press.velocity);
    } else if (event.pointerType !== 'mouse') this.actions.onTap(press.x, press.y);
  };

  readonly onCancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.press = undefined;
  };

  readonly onLeave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.actions.onLeave();
  };

  readonly onWheel = (event: WheelEvent): void => {
    // A pinch on a touchpad comes as a wheel with Ctrl. Upright wheeling scrolls the page.
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
    this.press = { ...press, isTap: false, velocity: px / elapsedMs, atMs: event.timeStamp };
    if (this.movesCursor(event)) this.actions.onPoint(now.x, now.y);
    else this.actions.onPan(px);
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.fingers].find(([known]) => known !== id)?.[1];
    if (other === undefined) return;
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    this.actions.onZoom(apart(before) / apart(now), (now.x + other.x) / 2);
    this.actions.onPan((now.x - before.x) / 2);
  }

  private movesCursor({ pointerType }: PointerEvent): boolean {
    return pointerType !== 'mouse' && this.actions.isPointing();
  }

  private placeOf(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

type Glide = { start: (pxPerMs: number) => void; stop: () => void };

/** The candles run on after a fling and come to rest; not for those who asked for less motion. */
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
      const left = pxPerMs * GLIDE_KEPT ** (elapsedMs / (1000 / 60));
      if (Math.abs(left) > GLIDE_PX_PER_MS_MIN) run(left, nowMs);
      else id = undefined;
    });
  };
  const start = (pxPerMs: number) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isStill && Math.abs(pxPerMs) > GLIDE_PX_PER_MS_MIN) run(pxPerMs, performance.now());
  };
  return { start, stop };
}
