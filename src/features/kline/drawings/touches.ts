/** Drawing by finger and mouse. Touches that concern no drawing go to the chart. */
import { DRAWING_POINTS, type Drawing, type DrawingPoint } from '@halyard/contract/user/drawings';
import type { ChartController } from '../../../shared/charts/chartController.ts';
import type { Board } from './board.ts';
import { frameOf, handlesOf, type Painter } from './painter.ts';
import { movedBy, pointAt, snappedAt, spotOf, type Frame, type Spot } from './projection.ts';

export type TouchDeps = {
  readonly board: Board;
  readonly painter: Painter;
  readonly controller: ChartController;
  readonly places: number;
  readonly snaps: () => boolean;
  readonly isHidden: () => boolean;
  /** A finger is drawing at a place of the picture; `undefined` once it has lifted. */
  readonly onFinger: (at: Spot | undefined) => void;
  /** A touch selected a drawing. */
  readonly onSelected: () => void;
};

type Held =
  | { readonly what: 'place'; readonly isSecond: boolean }
  | { readonly what: 'handle'; readonly index: number }
  | { readonly what: 'body'; readonly points: readonly DrawingPoint[] };

type Gesture = Held & {
  readonly pointerId: number;
  readonly from: Spot;
  readonly isTouch: boolean;
  hasMoved: boolean;
};

const SLOP_PX = 6;
/** Half of a handle's target of 44 px, and of one for a mouse. */
const HANDLE_REACH_PX = { touch: 22, mouse: 12 } as const;
const LINE_REACH_PX = { touch: 14, mouse: 7 } as const;
/** Share of the pane between the lines of a new channel. */
const CHANNEL_SHARE = 0.15;

/** Listens on the chart's picture, before its own gestures. Returns the clean-up. */
export function attachTouches(picture: HTMLElement, deps: TouchDeps): () => void {
  const touches = new Touches(picture, deps);
  const listening = new AbortController();
  const { signal } = listening;
  const early = { signal, capture: true };
  picture.addEventListener('pointerdown', touches.onDown, early);
  picture.addEventListener('pointermove', touches.onMove, early);
  picture.addEventListener('pointerup', touches.onUp, early);
  picture.addEventListener('pointercancel', touches.onCancel, early);
  picture.addEventListener('mousedown', touches.onMouseDown, early);
  // After the chart's own: a tap that selects holds no crosshair.
  picture.addEventListener('pointerup', touches.onTapped, { signal });
  return () => listening.abort();
}

class Touches {
  private gesture: Gesture | undefined;
  /** A touch that selects, or deselects, unless it becomes a swipe. */
  private tap: { readonly at: Spot; readonly id: string | undefined } | undefined;

  constructor(
    private readonly picture: HTMLElement,
    private readonly deps: TouchDeps,
  ) {}

  readonly onDown = (event: PointerEvent): void => {
    const { board, controller } = this.deps;
    this.tap = undefined;
    if (this.gesture !== undefined) return event.stopPropagation();
    if (controller.scene === undefined || event.button !== 0 || !this.isOnChart(event)) return;
    const frame = frameOf(controller.scene);
    const at = this.spotOf(event);
    const { tool, draft } = board.state();
    if (tool !== undefined) this.place(event, at, frame, draft);
    else if (!this.deps.isHidden()) this.grip(event, at, frame);
  };

  private place(event: PointerEvent, at: Spot, frame: Frame, draft: Drawing | undefined): void {
    const { board } = this.deps;
    const point = this.pointAt(at, frame);
    const { tool } = board.state();
    if (point === undefined || tool === undefined) return;
    const isSecond = draft !== undefined;
    if (!isSecond) board.begin(tool, pointsFrom(tool, point));
    this.start(event, { what: 'place', isSecond });
    if (isSecond) this.follow(at, frame);
  }

  private grip(event: PointerEvent, at: Spot, frame: Frame): void {
    const { board } = this.deps;
    const selected = board.find(board.state().selectedId);
    const reach = HANDLE_REACH_PX[deviceOf(event)];
    const index = selected?.locked === true ? undefined : selected && handleAt(selected, at, frame, reach);
    if (index === undefined) this.take(event, at, selected);
    else this.start(event, { what: 'handle', index });
  }

  /** A mouse takes what it points at; a finger only what is selected, and otherwise swipes or selects by a tap. */
  private take(event: PointerEvent, at: Spot, selected: Drawing | undefined): void {
    const { painter, controller } = this.deps;
    const device = deviceOf(event);
    const hit = controller.scene && painter.hit(at, controller.scene, LINE_REACH_PX[device]);
    const isSelected = hit !== undefined && hit.id === selected?.id;
    if (hit === undefined || (device === 'touch' && !isSelected)) {
      if (hit !== undefined || selected !== undefined) this.tap = { at, id: hit?.id };
      return;
    }
    if (!isSelected) this.select(hit.id);
    if (hit.locked !== true) this.start(event, { what: 'body', points: hit.points });
    else event.stopPropagation();
  }

  readonly onMove = (event: PointerEvent): void => {
    const { board, controller } = this.deps;
    const { gesture } = this;
    const { scene } = controller;
    if (scene === undefined) return;
    const at = this.spotOf(event);
    const frame = frameOf(scene);
    if (gesture === undefined) return this.hover(event, at, frame);
    event.stopPropagation();
    if (event.pointerId !== gesture.pointerId) return;
    gesture.hasMoved ||= Math.hypot(at.x - gesture.from.x, at.y - gesture.from.y) > SLOP_PX;
    if (!gesture.hasMoved) return;
    if (gesture.isTouch) this.deps.onFinger({ x: at.x, y: at.y + scene.price.top });
    if (gesture.what === 'body') {
      const by = { x: at.x - gesture.from.x, y: at.y - gesture.from.y };
      const points = movedBy(gesture.points, by, frame, this.deps.places);
      if (points !== undefined) board.shape(points);
    } else this.follow(at, frame);
  };

  /** After the first of two clicks the mouse leads the second point; elsewhere it shows what can be taken. */
  private hover(event: PointerEvent, at: Spot, frame: Frame): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const { board, painter, controller } = this.deps;
    const { tool, draft } = board.state();
    if (tool !== undefined && draft !== undefined) return this.follow(at, frame);
    const { scene } = controller;
    const isFree = tool !== undefined || this.deps.isHidden() || scene === undefined;
    const isOver = !isFree && painter.hit(at, scene, LINE_REACH_PX.mouse) !== undefined;
    this.picture.toggleAttribute('data-over', isOver);
  }

  readonly onUp = (event: PointerEvent): void => {
    const { gesture } = this;
    if (gesture === undefined) return;
    event.stopPropagation();
    if (event.pointerId !== gesture.pointerId) return;
    this.end();
    const { board } = this.deps;
    const { draft } = board.state();
    if (gesture.what !== 'place') return board.settle();
    const isOnePoint = draft !== undefined && DRAWING_POINTS[draft.kind] === 1;
    if (!isOnePoint && !gesture.isSecond && !gesture.hasMoved) return;
    board.settle();
    this.deps.onSelected();
  };

  readonly onCancel = (event: PointerEvent): void => {
    this.tap = undefined;
    if (this.gesture?.pointerId !== event.pointerId) return;
    event.stopPropagation();
    this.end();
    this.deps.board.cancel();
  };

  /** Follows a tap that has selected a drawing, which then has the focus. */
  readonly onMouseDown = (event: MouseEvent): void => {
    const { selectedId } = this.deps.board.state();
    if (selectedId !== undefined && this.isOnChart(event)) event.preventDefault();
  };

  readonly onTapped = (event: PointerEvent): void => {
    const { tap } = this;
    this.tap = undefined;
    if (tap === undefined) return;
    const at = this.spotOf(event);
    if (Math.hypot(at.x - tap.at.x, at.y - tap.at.y) > SLOP_PX) return;
    this.deps.controller.release();
    this.select(tap.id);
  };

  private select(id: string | undefined): void {
    this.deps.board.select(id);
    if (id !== undefined) this.deps.onSelected();
  }

  /** Moves the point that the finger holds. */
  private follow(at: Spot, frame: Frame): void {
    const { board } = this.deps;
    const { draft, selectedId } = board.state();
    const drawing = draft ?? board.find(selectedId);
    const point = this.pointAt(at, frame);
    if (drawing === undefined || point === undefined) return;
    const index = this.gesture?.what === 'handle' ? this.gesture.index : undefined;
    board.shape(
      index === undefined
        ? placedTo(drawing, point, frame, this.deps.places)
        : drawing.points.map((known, place) => (place === index ? point : known)),
    );
  }

  private start(event: PointerEvent, held: Held): void {
    event.stopPropagation();
    // The chart's surface must not take the focus from the drawing, nor from its text.
    event.preventDefault();
    this.picture.setPointerCapture?.(event.pointerId);
    const isTouch = deviceOf(event) === 'touch';
    const gesture = { ...held, pointerId: event.pointerId, from: this.spotOf(event), isTouch, hasMoved: false };
    this.gesture = gesture;
    const top = this.deps.controller.scene?.price.top ?? 0;
    if (isTouch) this.deps.onFinger({ x: gesture.from.x, y: gesture.from.y + top });
  }

  private end(): void {
    this.gesture = undefined;
    this.deps.onFinger(undefined);
  }

  private pointAt(at: Spot, frame: Frame): DrawingPoint | undefined {
    const { places } = this.deps;
    return this.deps.snaps() ? snappedAt(at, frame, places) : pointAt(at, frame, places);
  }

  /** A place in the price pane. */
  private spotOf({ clientX, clientY }: PointerEvent): Spot {
    const box = this.picture.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top - (this.deps.controller.scene?.price.top ?? 0) };
  }

  /** Not on a grip of an order's line, nor on a button over the chart. */
  private isOnChart({ target }: Event): boolean {
    return target instanceof Element && target.parentElement === this.picture;
  }
}

const deviceOf = ({ pointerType }: PointerEvent) => (pointerType === 'mouse' ? 'mouse' : 'touch');

/** All points of a drawing that begins at one. */
function pointsFrom(kind: Drawing['kind'], point: DrawingPoint): readonly DrawingPoint[] {
  return DRAWING_POINTS[kind] === 1 ? [point] : [point, point];
}

/** A new drawing led to a place: its second point, and the width of a channel; its only point. */
function placedTo({ kind, points }: Drawing, to: DrawingPoint, frame: Frame, places: number): readonly DrawingPoint[] {
  const [from] = points;
  if (from === undefined || DRAWING_POINTS[kind] === 1) return [to];
  if (kind !== 'channel') return [from, to];
  const [a, b] = [spotOf(from, frame), spotOf(to, frame)];
  const beside = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + CHANNEL_SHARE * frame.price.height };
  return [from, to, pointAt(beside, frame, places) ?? to];
}

function handleAt(drawing: Drawing, { x, y }: Spot, frame: Frame, reach: number): number | undefined {
  let found: number | undefined;
  let nearest = reach;
  handlesOf(drawing, frame).forEach((spot, index) => {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance > nearest) return;
    nearest = distance;
    found = index;
  });
  return found;
}
