import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { add, decimal, fromModelNumber, multiply } from '@halyard/contract/money';
import type { Drawing, DrawingPoint } from '@halyard/contract/user/drawings';
import type { ChartApi } from '../../../shared/charts/chartPicture.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import type { Board } from './board.ts';
import styles from './Drawings.module.css';
import { frameOf, type PainterWords } from './painter.ts';
import { stepped } from './projection.ts';
import { showDrawings } from './showDrawings.ts';

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
