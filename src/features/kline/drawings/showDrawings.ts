/** Drawings on the picture of a chart, painted and touched outside React. */
import type { Drawing } from '@halyard/contract/user/drawings';
import type { ChartController } from '../../../shared/charts/chartController.ts';
import type { ChartApi } from '../../../shared/charts/chartPicture.ts';
import { watchTheme } from '../../../shared/charts/chartTheme.ts';
import type { Board, BoardState } from './board.ts';
import { Painter, type PainterLook, type PainterWords } from './painter.ts';
import type { Spot } from './projection.ts';
import { attachTouches, type TouchDeps } from './touches.ts';

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
  let look = lookOf(over);
  let finger: Spot | undefined;
  const paintLens = () => paintLoupe({ canvas: lens, over, controller }, finger);
  const paint = () => painter.paint(controller.scene);
  const show = () => {
    const state = board.state();
    const { selectedId, draft, tool } = state;
    const drawings = isHidden() && draft === undefined ? [] : drawingsOf(state);
    painter.set({ drawings, selectedId: draft?.id ?? selectedId }, look);
    paint();
    if (finger !== undefined) paintLens();
    // A finger that draws or moves a drawing must not scroll the page.
    picture.style.touchAction = tool === undefined && selectedId === undefined ? '' : 'none';
  };
  const stops = [
    board.subscribe(show),
    controller.subscribe(paint),
    watchTheme(() => {
      look = lookOf(over);
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

function lookOf(canvas: HTMLCanvasElement): PainterLook {
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
