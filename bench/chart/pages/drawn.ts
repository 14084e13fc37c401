/** Fifty drawings of all kinds on the newest candles, shown by the app's own code. */
import { decimal, round, type Decimal } from '@halyard/contract/money';
import { DRAWING_KINDS, DRAWING_POINTS, type Drawing, type DrawingPoint } from '@halyard/contract/user/drawings';
import { createBoard } from '../../../src/features/kline/drawings/board.ts';
import styles from '../../../src/features/kline/drawings/Drawings.module.css';
import { showDrawings } from '../../../src/features/kline/drawings/DrawingLayer.tsx';
import type { ChartApi } from '../../../src/shared/charts/chartPicture.ts';

const DRAWINGS = 50;
/** Candles over which they are spread: those in sight, and as many as a swipe brings. */
const SPREAD = 90;
const LENGTH = 12;
const COLOURS = 8;

type Row = readonly [openedAtMs: number, open: string, high: string, low: string];

const text = (value: Decimal) => String(value);
const words = { places: 2, price: text, percent: text, change: text, difference: text, bars: String };

/** Reads the drawings; the returned function shows them on a chart, and returns the one that removes them. */
export async function readDrawn(): Promise<(api: ChartApi) => () => void> {
  const rows: Row[] = await (await fetch('candles.json')).json();
  const drawings = drawingsOn(rows);
  return (api) => {
    const [over, lens] = [document.createElement('canvas'), document.createElement('canvas')];
    over.className = styles['canvas'] ?? '';
    lens.hidden = true;
    api.layer.append(over, lens);
    const board = createBoard({ read: () => drawings, write: () => undefined, onChanged: () => undefined }, Date.now);
    const no = () => false;
    return showDrawings(over, lens, { api, board, words, snaps: no, isHidden: no, onSelected: () => undefined });
  };
}

function drawingsOn(rows: readonly Row[]): readonly Drawing[] {
  return Array.from({ length: DRAWINGS }, (_, place) => {
    const kind = DRAWING_KINDS[place % DRAWING_KINDS.length] ?? 'trend';
    const begin = rows.length - 1 - Math.round((SPREAD * (place + 1)) / DRAWINGS);
    const points = Array.from({ length: DRAWING_POINTS[kind] }, (_point, turn): DrawingPoint => {
      const [openedAtMs = 0, , high = '1', low = '1'] = rows[Math.min(rows.length - 1, begin + turn * LENGTH)] ?? [];
      return [openedAtMs, round(decimal(turn % 2 === 0 ? low : high), 2, 'half-even')];
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
