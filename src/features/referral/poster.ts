import type { ChartTheme } from '../../shared/charts/chartTheme.ts';
import { qrOf, QUIET } from '../../shared/ui/qr.ts';

/** Texts of the poster, in the user's language. It shows the code and a QR code of the link, and promises nothing. */
export type PosterTexts = {
  readonly say: string;
  readonly code: string;
  readonly scan: string;
  readonly link: string;
};

type Colours = Pick<ChartTheme, 'ground' | 'text' | 'soft' | 'accent' | 'font'>;
type TextStyle = { readonly size: number; readonly weight: number; readonly colour: string };

const WIDTH_PX = 720;
const HEIGHT_PX = 1080;
const ROOM_PX = 624;
const QR_PX = 520;
const QR_TOP_PX = 380;

/** Rejects when the browser cannot create a picture. */
export async function drawPoster({ say, code, scan, link }: PosterTexts, colours: Colours): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX;
  canvas.height = HEIGHT_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas to draw on');
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  pen.textAlign = 'center';
  const write = (text: string, y: number, { size, weight, colour }: TextStyle) => {
    pen.fillStyle = colour;
    pen.font = `${weight} ${size}px ${colours.font}`;
    pen.fillText(text, WIDTH_PX / 2, y, ROOM_PX);
  };
  write('Halyard', 124, { size: 56, weight: 680, colour: colours.accent });
  write(say, 206, { size: 30, weight: 500, colour: colours.soft });
  write(code, 308, { size: 84, weight: 680, colour: colours.text });
  drawCode(pen, link);
  write(scan, QR_TOP_PX + QR_PX + 64, { size: 28, weight: 500, colour: colours.soft });
  write(new URL(link).host, HEIGHT_PX - 56, { size: 26, weight: 550, colour: colours.text });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)), 'image/png');
  });
}

/** Dark on white in every theme, as cameras require; whole pixels for sharp edges. */
function drawCode(pen: CanvasRenderingContext2D, link: string): void {
  const qr = qrOf(link);
  if (qr === undefined) throw new Error('the link is too long for a code');
  const left = (WIDTH_PX - QR_PX) / 2;
  const module = Math.floor(QR_PX / (qr.size + 2 * QUIET));
  const inset = Math.floor((QR_PX - module * qr.size) / 2);
  pen.fillStyle = '#fff';
  pen.fillRect(left, QR_TOP_PX, QR_PX, QR_PX);
  pen.fillStyle = '#000';
  qr.rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(left + inset + x * module, QR_TOP_PX + inset + y * module, module, module);
    }),
  );
}
