import type { ChartController } from '../../../shared/charts/chartController.ts';
import type { Spot } from './projection.ts';

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
export function paintLoupe({ canvas, over, controller }: Loupe, finger: Spot | undefined): void {
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
