/** Drawings on the picture of a chart, painted and touched outside React. */
import type { Drawing } from '@halyard/contract/user/drawings';
import type { ChartApi } from '../../../shared/charts/chartPicture.ts';
import { watchTheme } from '../../../shared/charts/chartTheme.ts';
import type { Board, BoardState } from './board.ts';
import { paintLoupe } from './loupe.ts';
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
