import type { Decimal } from '@halyard/contract/money';
import type { EChartsType } from 'echarts/core';
import type { ChartController } from './chartController.ts';
import type { ChartTheme } from './chartTheme.ts';

/** Texts on a shared picture of a chart, which is seen without the page. In the user's language. */
export type PictureWords = {
  /** Market, period and last price: `BTC/USDT · 5 min · 20,000.00`. */
  readonly title: string;
  /** Price source and time of the picture. */
  readonly note: string;
};

/** Requests to a mounted chart. */
export type ChartApi = {
  /** The content, its mapping to px, and a notification after each picture. */
  readonly controller: ChartController;
  /** Takes further elements over the candles. As large as the picture; its canvases are part of a shared picture. */
  readonly layer: HTMLElement;
  /**
   * The current chart as a PNG with texts above and below; `wordsFor` receives the last price on it. Rejects if there
   * is no content or the browser cannot create an image.
   */
  readonly takePicture: (wordsFor: (lastPrice: Decimal) => PictureWords) => Promise<Blob>;
};

/** Sharp on the screens on which pictures are viewed. */
const PIXEL_RATIO_MIN = 2;
const MARGIN_PX = 12;
const TITLE_PX = 16;
const BAND_PX = 36;

type Pictured = { readonly chart: EChartsType; readonly theme: ChartTheme; readonly layer: HTMLElement };

/** The chart on its background with what lies over it, the title above and the note below. */
export async function pictureOf({ chart, theme, layer }: Pictured, words: PictureWords): Promise<Blob> {
  const ratio = Math.max(PIXEL_RATIO_MIN, window.devicePixelRatio);
  const drawn = chart.renderToCanvas({ pixelRatio: ratio, backgroundColor: theme.ground });
  const [width, height] = [chart.getWidth(), chart.getHeight()];
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = (height + 2 * BAND_PX) * ratio;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas to draw on');
  pen.scale(ratio, ratio);
  pen.fillStyle = theme.ground;
  pen.fillRect(0, 0, width, height + 2 * BAND_PX);
  pen.drawImage(drawn, 0, BAND_PX, width, height);
  for (const over of layer.querySelectorAll<HTMLCanvasElement>('canvas:not([hidden])')) {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = over;
    if (over.width > 0) pen.drawImage(over, offsetLeft, BAND_PX + offsetTop, offsetWidth, offsetHeight);
  }
  pen.textBaseline = 'middle';
  pen.fillStyle = theme.text;
  pen.font = `600 ${TITLE_PX}px ${theme.font}`;
  pen.fillText(words.title, MARGIN_PX, BAND_PX / 2, width - 2 * MARGIN_PX);
  pen.fillStyle = theme.soft;
  pen.font = `${theme.labelPx}px ${theme.font}`;
  pen.fillText(words.note, MARGIN_PX, height + BAND_PX * 1.5, width - 2 * MARGIN_PX);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)), 'image/png');
  });
}
