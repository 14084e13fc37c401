import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { add, decimal, fromModelNumber, multiply } from '@halyard/contract/money';
import type { Drawing, DrawingPoint } from '@halyard/contract/user/drawings';
import type { ChartApi } from '../../../shared/charts/chartPicture.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import type { Board, BoardState } from './board.ts';
import styles from './Drawings.module.css';
import { frameOf, type PainterWords, Painter, type PainterStyle } from './painter.ts';
import { stepped, type Spot } from './projection.ts';
import type { ChartController } from '../../../shared/charts/chartController.ts';
import { watchTheme } from '../../../shared/charts/chartTheme.ts';
import { attachTouches, type TouchDeps } from './touches.ts';

export type LayerProps = {
  api: ChartApi;
  board: Board;
  words: PainterWords;
  snaps: boolean;
  isHidden: boolean;
  /** The selected drawing and its name. */
  selected: Drawing | undefined;
  name: string;
  onSelected: () => void;
};

/** The drawings over the candles, outside React; and the selected one for the keyboard and screen readers. */
export function DrawingLayer({ api, board, words, snaps, isHidden, selected, name, onSelected }: LayerProps) {
  const { t } = useTranslation('drawings');
  const canvas = useRef<HTMLCanvasElement>(null);
  const loupe = useRef<HTMLCanvasElement>(null);
  const hintId = useId();
  const areSnapping = useEffectEvent(() => snaps);
  const areHidden = useEffectEvent(() => isHidden);
  const notifySelected = useEffectEvent(onSelected);
  useEffect(() => {
    if (canvas.current === null || loupe.current === null) return undefined;
    return showDrawings(canvas.current, loupe.current, {
      api,
      board,
      words,
      snaps: areSnapping,
      isHidden: areHidden,
      onSelected: notifySelected,
    });
    // Hiding repaints everything.
  }, [api, board, words, isHidden]);
  return createPortal(
    <>
      <canvas ref={canvas} aria-hidden className={styles['canvas']} />
      <canvas ref={loupe} aria-hidden hidden className={styles['loupe']} />
      {selected !== undefined && (
        <button
          key={selected.id}
          type="button"
          data-drawing={selected.id}
          aria-label={name}
          aria-describedby={hintId}
          className={styles['selected']}
          onClick={() => board.select(undefined)}
          onKeyDown={(event) => onKey(event, { api, board, selected, places: words.places })}
        >
          <span id={hintId} hidden>
            {t('keys')}
          </span>
        </button>
      )}
      <VisuallyHidden>
        <span role="status">{selected === undefined ? '' : name}</span>
      </VisuallyHidden>
    </>,
    api.layer,
  );
}

type Keyed = { api: ChartApi; board: Board; selected: Drawing; places: number };

/** Bars and ticks that an arrow moves by. */
const ARROWS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const WITH_SHIFT = 10;
/** All points, and each. */
const POINT_KEYS: readonly string[] = ['0', '1', '2', '3'];

/** Arrows move the selected drawing, or the point that a digit chose before. */
function onKey(event: KeyboardEvent<HTMLElement>, { api, board, selected, places }: Keyed): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { currentTarget } = event;
  const arrow = ARROWS[event.key];
  const digit = POINT_KEYS.indexOf(event.key);
  if (digit >= 0 && digit <= selected.points.length) {
    event.preventDefault();
    currentTarget.dataset['point'] = event.key;
    return;
  }
  const { scene } = api.controller;
  if (arrow === undefined || scene === undefined || selected.locked === true) return;
  event.preventDefault();
  const times = event.shiftKey ? WITH_SHIFT : 1;
  const tick = multiply(fromModelNumber(10 ** -places, places), decimal(String(arrow[1] * times)));
  const by = { bars: arrow[0] * times, raise: (price: DrawingPoint[1]) => add(price, tick) };
  const only = POINT_KEYS.indexOf(currentTarget.dataset['point'] ?? '0') - 1;
  const frame = frameOf(scene);
  const points = selected.points.map((point, index) =>
    only < 0 || only === index ? stepped([point], by, frame)?.[0] : point,
  );
  if (points.every((point) => point !== undefined)) board.edit(selected.id, { points });
}

/** Drawings on the picture of a chart, painted and touched outside React. */
type Shown = Pick<TouchDeps, 'isHidden' | 'onSelected' | 'snaps'> & {
  readonly api: ChartApi;
  readonly board: Board;
  readonly words: PainterWords;
};

/** Paints a board on a canvas over a chart and takes its touches, until the returned function is called. */
export function showDrawings(over: HTMLCanvasElement, lens: HTMLCanvasElement, shown: Shown): () => void {
  const { api, board, words, isHidden } = shown;
  const { controller, layer } = api;
  const picture = layer.parentElement;
  if (picture === null) return () => undefined;
  const painter = new Painter(over, words);
  let style = styleOf(over);
  let finger: Spot | undefined;
  const paintLens = () => paintLoupe({ canvas: lens, over, controller }, finger);
  const paint = () => painter.paint(controller.scene);
  const show = () => {
    const state = board.state();
    const { selectedId, draft, tool } = state;
    const drawings = isHidden() && draft === undefined ? [] : drawingsOf(state);
    painter.set({ drawings, selectedId: draft?.id ?? selectedId }, style);
    paint();
    if (finger !== undefined) paintLens();
    // A finger that draws or moves a drawing must not scroll the page.
    picture.style.touchAction = tool === undefined && selectedId === undefined ? '' : 'none';
  };
  const stops = [
    board.subscribe(show),
    controller.subscribe(paint),
    watchTheme(() => {
      style = styleOf(over);
      show();
    }),
    attachTouches(picture, {
      ...shown,
      painter,
      controller,
      places: words.places,
      onFinger: (at) => {
        finger = at;
        paintLens();
      },
    }),
  ];
  show();
  return () => {
    stops.forEach((stop) => stop());
    picture.style.touchAction = '';
  };
}

/** All drawings with the one that is being placed or moved in its state of now. */
function drawingsOf({ drawings, draft }: BoardState): readonly Drawing[] {
  return draft === undefined ? drawings : [...drawings.filter(({ id }) => id !== draft.id), draft];
}

const COLOURS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

function styleOf(canvas: HTMLCanvasElement): PainterStyle {
  const style = getComputedStyle(canvas);
  return {
    colours: COLOURS.map((place) => style.getPropertyValue(`--draw-${place}`).trim()),
    ground: style.getPropertyValue('--ground').trim(),
    font: style.getPropertyValue('--font').trim(),
    labelPx: Number.parseFloat(style.fontSize) || 12,
  };
}

/** Diameter of the loupe, which its style sheet knows too. */
const SIZE_PX = 104;
const ZOOM = 1.75;
/** Between the finger and the loupe. */
const ABOVE_PX = 36;

type Loupe = {
  readonly canvas: HTMLCanvasElement;
  /** The drawings. */
  readonly over: HTMLCanvasElement;
  readonly controller: ChartController;
};

/** Shows what is under a finger, enlarged above it; beside it at the upper edge. Hides without a finger. */
function paintLoupe({ canvas, over, controller }: Loupe, finger: Spot | undefined): void {
  canvas.hidden = finger === undefined;
  const { canvas: shown, scene } = controller;
  const pen = canvas.getContext('2d');
  if (finger === undefined || shown === undefined || scene === undefined || pen === null) return;
  const { width } = scene.layout;
  const isBeside = finger.y < SIZE_PX + ABOVE_PX;
  const side = finger.x > width / 2 ? -1 : 1;
  const x = isBeside ? finger.x + side * (SIZE_PX / 2 + 2 * ABOVE_PX) : finger.x;
  const y = isBeside ? 0 : finger.y - SIZE_PX - ABOVE_PX;
  canvas.style.translate = `${Math.min(width - SIZE_PX, Math.max(0, x - SIZE_PX / 2))}px ${Math.max(0, y)}px`;
  const ratio = window.devicePixelRatio;
  canvas.width = SIZE_PX * ratio;
  canvas.height = SIZE_PX * ratio;
  pen.fillStyle = shown.theme.ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const seen = SIZE_PX / ZOOM;
  const from = { x: finger.x - seen / 2, y: finger.y - seen / 2 };
  const put = (source: HTMLCanvasElement | null, offsetY: number) => {
    const px = source === null || source.clientWidth === 0 ? 0 : source.width / source.clientWidth;
    if (source === null || px === 0) return;
    pen.drawImage(
      source,
      from.x * px,
      (from.y - offsetY) * px,
      seen * px,
      seen * px,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  };
  put(shown.chart.getDom().querySelector('canvas'), 0);
  put(over, scene.price.top);
  const middle = Math.round((SIZE_PX * ratio) / 2);
  pen.fillStyle = shown.theme.accent;
  pen.fillRect(middle, 0, 1, canvas.height);
  pen.fillRect(0, middle, canvas.width, 1);
}
