/** A profit or loss as a picture to share: the same design for both. */
import type { ChartTheme } from '../charts/chartTheme.ts';

/** Texts in the user's language. */
type PictureTexts = {
  /** Its subject: `BTC/USDT`. */
  readonly title: string;
  /** Side, leverage and state of a position. */
  readonly what: string;
  /** The profit, large. */
  readonly profit: string;
  readonly detail: string;
  readonly figures: readonly (readonly [label: string, value: string])[];
  /** Source and time. */
  readonly note: string;
};

type Colours = Pick<ChartTheme, 'ground' | 'text' | 'soft' | 'line' | 'accent' | 'font'>;

const SIDE_PX = 720;
const EDGE_PX = 48;
const LINE_PX = 44;
/** Width between the margins. */
const ROOM_PX = 624;

/** Rejects when the browser cannot create a picture. */
export async function sharePicture(texts: PictureTexts, colours: Colours): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas to draw on');
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, SIDE_PX, SIDE_PX);
  pen.textBaseline = 'alphabetic';
  const drawText = (text: string, y: number, style: { size: number; weight: number; colour: string }) => {
    pen.fillStyle = style.colour;
    pen.font = `${style.weight} ${style.size}px ${colours.font}`;
    pen.fillText(text, EDGE_PX, y, ROOM_PX);
  };
  drawText(texts.title, 92, { size: 44, weight: 680, colour: colours.text });
  drawText(texts.what, 140, { size: 26, weight: 550, colour: colours.soft });
  drawText(texts.profit, 256, { size: 72, weight: 680, colour: colours.text });
  drawText(texts.detail, 316, { size: 36, weight: 600, colour: colours.soft });
  texts.figures.forEach(([label, value], place) => {
    const y = 400 + place * LINE_PX;
    drawText(label, y, { size: 24, weight: 400, colour: colours.soft });
    pen.fillStyle = colours.text;
    pen.textAlign = 'right';
    pen.font = `600 26px ${colours.font}`;
    pen.fillText(value, EDGE_PX + ROOM_PX, y, ROOM_PX / 2);
    pen.textAlign = 'left';
  });
  pen.fillStyle = colours.line;
  pen.fillRect(EDGE_PX, SIDE_PX - 92, ROOM_PX, 1);
  drawText(texts.note, SIDE_PX - 48, { size: 22, weight: 400, colour: colours.soft });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)), 'image/png');
  });
}
