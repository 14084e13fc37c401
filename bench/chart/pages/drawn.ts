/** Fifty drawings of all kinds on the newest candles, shown by the app's own code. */
import { decimal, fromModelNumber, type Decimal } from '@halyard/contract/money';
import { DRAWING_KINDS, DRAWING_POINTS, type Drawing, type DrawingPoint } from '@halyard/contract/user/drawings';
import { createBoard } from '../../../src/features/kline/drawings/board.ts';
import styles from '../../../src/features/kline/drawings/Drawings.module.css';
import { showDrawings } from '../../../src/features/kline/drawings/showDrawings.ts';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import type { ChartApi } from '../../../src/shared/charts/chartPicture.ts';

const DRAWINGS = 50;
/** Candles over which they are spread: those in sight, and as many as a swipe brings. */
const SPREAD = 90;
const LENGTH = 12;
const COLOURS = 8;

const text = (value: Decimal) => String(value);
const words = { places: 2, price: text, percent: text, change: text, difference: text, bars: String };

/** Shows the drawings until the returned function is called. */
export function drawOn(api: ChartApi, candles: readonly ChartCandle[]): () => void {
  const [over, lens] = [document.createElement('canvas'), document.createElement('canvas')];
  over.className = styles['canvas'] ?? '';
  lens.hidden = true;
  api.layer.append(over, lens);
  const board = createBoard(
    { read: () => drawingsOn(candles), write: () => undefined, onChanged: () => undefined },
    Date.now,
  );
  const no = () => false;
  return showDrawings(over, lens, { api, board, words, snaps: no, isHidden: no, onSelected: () => undefined });
}

function drawingsOn(candles: readonly ChartCandle[]): readonly Drawing[] {
  return Array.from({ length: DRAWINGS }, (_, place) => {
    const kind = DRAWING_KINDS[place % DRAWING_KINDS.length] ?? 'trend';
    const begin = candles.length - 1 - Math.round((SPREAD * (place + 1)) / DRAWINGS);
    const points = Array.from({ length: DRAWING_POINTS[kind] }, (_point, turn): DrawingPoint => {
      const candle = candles[Math.min(candles.length - 1, begin + turn * LENGTH)];
      const price = Number(turn % 2 === 0 ? candle?.low : candle?.high);
      return [candle?.openedAtMs ?? 0, Number.isNaN(price) ? decimal('1') : fromModelNumber(price, 2)];
    });
    const id = `drawing${String(place).padStart(3, '0')}`;
    return {
      id,
      at: place,
      kind,
      points,
      colour: place % COLOURS,
      width: 2,
      ...(kind === 'text' && { text: 'Breakout' }),
    };
  });
}
