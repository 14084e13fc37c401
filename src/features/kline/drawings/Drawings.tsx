import {
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type CSSProperties,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { absolute, isNegative } from '@halyard/contract/money';
import {
  DRAWING_POINTS,
  DRAWINGS_MAX,
  DRAWING_KINDS,
  DRAWING_TEXT_MAX,
  DRAWING_WIDTH_MAX,
  type Drawing,
  type DrawingKind,
} from '@halyard/contract/user/drawings';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import type { ChartApi } from '../../../shared/charts/chartPicture.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { readJson, writeJson } from '../../../shared/storage/localStore.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { useBoard, type Board, type BoardState } from './board.ts';
import { DrawingLayer } from './DrawingLayer.tsx';
import styles from './Drawings.module.css';
import { frameOf, type PainterWords } from './painter.ts';
import { pointAt } from './projection.ts';
import { Check, Eye, EyeOff, List, Magnet, Redo2, Undo2, Lock, Trash2, LockOpen } from 'lucide-react';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';

type DrawingsProps = {
  api: ChartApi;
  market: Market;
  /** Element that takes the bar with the tools. */
  place: HTMLElement | null;
  /** Whether the user draws; otherwise drawings are only shown, until one is tapped. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The user's drawings on the chart of a market, with the tools to make and change them. */
export function Drawings({ api, market, place, isOpen, onOpenChange }: DrawingsProps) {
  const { t } = useTranslation('drawings');
  const board = useBoard(symbolOf(market));
  const state = useSyncExternalStore(board.subscribe, board.state);
  const { snaps, isHidden, change } = useTools();
  const [isListed, setListed] = useState(false);
  const words = useWords(market);
  const nameOf = useNames(words);
  const { draft, drawings, tool } = state;
  const selected = draft ?? drawings.find(({ id }) => id === state.selectedId);
  const name = selected === undefined ? '' : nameOf(selected);
  const close = () => {
    board.select(undefined);
    onOpenChange(false);
  };
  useKeys(board, isOpen, close);
  const choose = (kind: DrawingKind, isByKey: boolean) => {
    if (board.isFull()) return showToast({ kind: 'error', text: t('full', { count: DRAWINGS_MAX }) });
    if (isHidden) change({ isHidden: false });
    if (isByKey) placeInSight(board, kind, { api, places: words.places });
    else board.choose(kind === tool ? undefined : kind);
  };
  const onSelected = () => {
    flushSync(() => onOpenChange(true));
    focusSelected(api);
  };
  return (
    <>
      <DrawingLayer
        api={api}
        board={board}
        words={words}
        snaps={snaps}
        isHidden={isHidden}
        selected={selected}
        name={name}
        onSelected={onSelected}
      />
      {isOpen &&
        place !== null &&
        createPortal(
          <DrawingBar
            board={board}
            state={state}
            snaps={snaps}
            isHidden={isHidden}
            onSnaps={() => change({ snaps: !snaps })}
            onHide={() => {
              board.select(undefined);
              change({ isHidden: !isHidden });
            }}
            onList={() => setListed(true)}
            onTool={choose}
            onDone={close}
          />,
          place,
        )}
      {isOpen &&
        createPortal(
          <>
            {tool !== undefined && <p className={styles['hint']}>{t(hintOf(tool, draft))}</p>}
            {tool === undefined && draft === undefined && selected !== undefined && (
              <DrawingEditor key={selected.id} board={board} drawing={selected} name={name} />
            )}
          </>,
          api.layer,
        )}
      <DrawingList
        isOpen={isListed}
        onClose={() => setListed(false)}
        board={board}
        drawings={drawings}
        nameOf={nameOf}
        onSelect={(drawing) => {
          setListed(false);
          if (isHidden) change({ isHidden: false });
          board.select(drawing.id);
        }}
        returnsTo={() => selectedIn(api)}
      />
    </>
  );
}

function hintOf(tool: DrawingKind, draft: Drawing | undefined) {
  if (draft !== undefined) return 'hint.second' as const;
  return DRAWING_POINTS[tool] === 1 ? ('hint.one' as const) : ('hint.first' as const);
}

/** The selected drawing takes the keys, unless its text is being typed. */
function focusSelected({ layer }: ChartApi): void {
  if (layer.querySelector('input:focus') === null) selectedIn({ layer })?.focus({ preventScroll: true });
}

function selectedIn({ layer }: Pick<ChartApi, 'layer'>): HTMLElement | null {
  return layer.querySelector<HTMLElement>('[data-drawing]');
}

const TOOLS_KEY = 'drawing-tools';

/** Whether points snap to prices, and whether drawings are hidden: of this device. */
function useTools() {
  const [tools, setTools] = useState(() => {
    const stored = readJson(TOOLS_KEY);
    const has = (word: string) => Array.isArray(stored) && stored.includes(word);
    return { snaps: !has('free'), isHidden: has('hidden') };
  });
  const change = (changed: Partial<typeof tools>) => {
    const next = { ...tools, ...changed };
    setTools(next);
    writeJson(TOOLS_KEY, [...(next.snaps ? [] : ['free']), ...(next.isHidden ? ['hidden'] : [])]);
  };
  return { ...tools, change };
}

function useWords({ pricePrecision }: Market): PainterWords {
  const { t } = useTranslation('drawings');
  const format = useFormat();
  return useMemo(() => {
    const price: PainterWords['price'] = (value) => format.price(value, pricePrecision);
    return {
      places: pricePrecision,
      price,
      percent: format.percent,
      change: format.change,
      difference: (amount) => `${isNegative(amount) ? '−' : '+'}${price(absolute(amount))}`,
      bars: (count) => t('bars', { count }),
    };
  }, [t, format, pricePrecision]);
}

/** The name of a drawing: its kind with its prices, or its text. */
function useNames({ price }: PainterWords): (drawing: Drawing) => string {
  const { t } = useTranslation('drawings');
  return ({ kind, points, text }) => {
    const named = t(`kinds.${kind}`);
    const [from, to] = points;
    if (kind === 'text') return text === undefined ? named : t('named.text', { kind: named, text });
    if (from === undefined) return named;
    return to === undefined
      ? t('named.one', { kind: named, price: price(from[1]) })
      : t('named.two', { kind: named, from: price(from[1]), to: price(to[1]) });
  };
}

/** Shares of the plot at which a drawing is placed without a finger. */
const PLACES = [
  [0.35, 0.6],
  [0.65, 0.4],
  [0.5, 0.7],
] as const;

/** A drawing chosen by key is placed in the middle of the chart, to be moved by keys. */
function placeInSight(board: Board, kind: DrawingKind, { api, places }: { api: ChartApi; places: number }): void {
  const { scene } = api.controller;
  if (scene === undefined) return;
  const frame = frameOf(scene);
  const points = PLACES.slice(0, DRAWING_POINTS[kind]).flatMap(([x, y]) => {
    const spot = { x: x * frame.layout.plotWidth, y: y * frame.price.height };
    const point = pointAt(spot, frame, places);
    return point === undefined ? [] : [point];
  });
  board.begin(kind, points);
  flushSync(() => board.settle());
  focusSelected(api);
}

/** Keys of the whole page while the user draws: Escape ends step by step, Delete removes, undo and redo. */
function useKeys(board: Board, isOn: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest('[role="dialog"]') !== null) return;
    const isTyping = target.matches('input, textarea');
    const act = key === 'Escape' ? () => end(board, close) : isTyping ? undefined : actOf(event, board);
    if (act === undefined) return;
    event.preventDefault();
    // Escape also leaves the full screen.
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [isOn]);
}

/** Ends the draft, then the tool, then the selection, then drawing. */
function end(board: Board, close: () => void): void {
  const { draft, tool, selectedId } = board.state();
  if (draft !== undefined) board.cancel();
  else if (tool !== undefined) board.choose(undefined);
  else if (selectedId !== undefined) board.select(undefined);
  else close();
}

function actOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, board: Board): (() => void) | undefined {
  const { selectedId } = board.state();
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') return shiftKey ? board.redo : board.undo;
    return letter === 'y' ? board.redo : undefined;
  }
  const removes = key === 'Delete' || key === 'Backspace';
  return removes && selectedId !== undefined ? () => board.remove([selectedId]) : undefined;
}

type DrawingBarProps = {
  board: Board;
  state: BoardState;
  snaps: boolean;
  isHidden: boolean;
  onSnaps: () => void;
  onHide: () => void;
  onList: () => void;
  onTool: (kind: DrawingKind, isByKey: boolean) => void;
  onDone: () => void;
};

/** Tools for drawing, in place of the indicators; undo, redo and the end stay in sight. */
function DrawingBar(props: DrawingBarProps) {
  const { board, state, snaps, isHidden, onSnaps, onHide, onList, onTool, onDone } = props;
  const { t } = useTranslation('drawings');
  return (
    <div role="toolbar" aria-label={t('tools')} className={styles['bar']}>
      <div className={styles['tools']}>
        {DRAWING_KINDS.map((kind) => (
          <IconButton
            key={kind}
            icon={<ToolIcon kind={kind} />}
            label={t(`kinds.${kind}`)}
            title={t(`kinds.${kind}`)}
            isPressed={state.tool === kind}
            // A click that a key makes has `detail` 0.
            onClick={({ detail }: MouseEvent) => onTool(kind, detail === 0)}
          />
        ))}
        <i className={styles['rule']} aria-hidden />
        <IconButton
          icon={<Magnet aria-hidden />}
          label={t('snap')}
          title={t('snap')}
          isPressed={snaps}
          onClick={onSnaps}
        />
        <IconButton
          icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          label={t('hide')}
          title={t('hide')}
          isPressed={isHidden}
          onClick={onHide}
        />
        <IconButton icon={<List aria-hidden />} label={t('list.open')} title={t('list.open')} onClick={onList} />
      </div>
      <div className={styles['end']}>
        <IconButton icon={<Undo2 aria-hidden />} label={t('undo')} disabled={!state.canUndo} onClick={board.undo} />
        <IconButton icon={<Redo2 aria-hidden />} label={t('redo')} disabled={!state.canRedo} onClick={board.redo} />
        <IconButton icon={<Check aria-hidden />} label={t('done')} className={styles['done']} onClick={onDone} />
      </div>
    </div>
  );
}

type DrawingListProps = {
  isOpen: boolean;
  onClose: () => void;
  board: Board;
  drawings: readonly Drawing[];
  nameOf: (drawing: Drawing) => string;
  onSelect: (drawing: Drawing) => void;
  /** The drawing that was selected here. */
  returnsTo: () => HTMLElement | null;
};

// React's types have no custom properties.
const styleOf = (colour: number) => ({ '--colour': `var(--draw-${colour + 1})` }) as CSSProperties;

/** All drawings of the market, the latest first; a press selects one on the chart. */
function DrawingList({ isOpen, onClose, board, drawings, nameOf, onSelect, returnsTo }: DrawingListProps) {
  const { t } = useTranslation('drawings');
  const removeAll = () => {
    board.remove(drawings.map(({ id }) => id));
    onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('list.title')}
      returnsTo={returnsTo}
      description={drawings.length === 0 ? t('list.empty') : undefined}
      footer={
        drawings.length > 0 && (
          <Button kind="ghost" onClick={removeAll}>
            {t('list.deleteAll')}
          </Button>
        )
      }
    >
      <ul className={styles['list']}>
        {drawings.toReversed().map((drawing) => {
          const name = nameOf(drawing);
          return (
            <li key={drawing.id} style={styleOf(drawing.colour)}>
              <button type="button" className={styles['row']} onClick={() => onSelect(drawing)}>
                <ToolIcon kind={drawing.kind} />
                <span>{name}</span>
                {drawing.locked === true && <Lock size={16} aria-label={t('locked')} />}
              </button>
              <IconButton
                icon={<Trash2 aria-hidden />}
                label={t('list.delete', { name })}
                onClick={() => board.remove([drawing.id])}
              />
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}

/** Lines, and the points that a finger sets. */
const ICONS: Readonly<Record<DrawingKind, readonly [lines: string, ...points: (readonly [number, number])[]]>> = {
  level: ['M2 12h8m4 0h8', [12, 12]],
  trend: ['M6.4 17.6 17.6 6.4', [5, 19], [19, 5]],
  ray: ['M6.4 17.6l5.2-5.2M14.4 9.6 22 2', [5, 19], [13, 11]],
  channel: ['M4.4 13.6 13.6 4.4M10 20 21 9', [3, 15], [15, 3]],
  box: ['M6 5h13v12M18 19H5V7', [4, 5], [20, 19]],
  fib: ['M3 4h14M3 9.3h18M3 14.6h18M7 20h14', [19, 4], [5, 20]],
  range: ['M4 4h16M4 20h16M12 20V7M8.5 10.5 12 7l3.5 3.5'],
  text: ['M5 7V4h14v3M12 4v16M9 20h6'],
};

/** The picture of a kind of drawing. */
function ToolIcon({ kind }: { kind: DrawingKind }) {
  const [lines, ...points] = ICONS[kind];
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden>
      <path d={lines} />
      {points.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}

type DrawingEditorProps = { board: Board; drawing: Drawing; name: string };

/** Places in the palette, with the names of their colours. */
const COLOURS = ['blue', 'amber', 'green', 'red', 'purple', 'cyan', 'pink', 'grey'] as const;

/** Colour, width, lock, text and removal of the selected drawing, floating over the chart. */
function DrawingEditor({ board, drawing, name }: DrawingEditorProps) {
  const { t } = useTranslation('drawings');
  const [isChoosing, setChoosing] = useState(false);
  const { id, colour, width, locked, kind } = drawing;
  const isLocked = locked === true;
  return (
    <div role="group" aria-label={name} className={styles['editor']}>
      {isChoosing && (
        <div role="group" aria-label={t('colour')} className={styles['palette']}>
          {COLOURS.map((colourName, place) => (
            <button
              key={colourName}
              type="button"
              aria-label={t(`colours.${colourName}`)}
              aria-pressed={place === colour}
              style={styleOf(place)}
              className={styles['swatch']}
              onClick={() => {
                board.edit(id, { colour: place });
                setChoosing(false);
              }}
            />
          ))}
        </div>
      )}
      <div className={styles['acts']}>
        {kind === 'text' && <TextInput key={id} board={board} drawing={drawing} />}
        <IconButton
          icon={<i className={styles['dot']} style={styleOf(colour)} aria-hidden />}
          label={t('colour')}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        />
        {kind !== 'text' && (
          <IconButton
            icon={<i className={styles['stroke']} style={{ blockSize: width }} aria-hidden />}
            label={t('width', { width })}
            onClick={() => board.edit(id, { width: (width % DRAWING_WIDTH_MAX) + 1 })}
          />
        )}
        <IconButton
          icon={isLocked ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
          label={t('lock')}
          isPressed={isLocked}
          onClick={() => board.edit(id, { locked: isLocked ? undefined : true })}
        />
        <IconButton icon={<Trash2 aria-hidden />} label={t('delete')} onClick={() => board.remove([id])} />
      </div>
    </div>
  );
}

/** Stored when the field is left, so that a text is one step to undo. */
function TextInput({ board, drawing }: Omit<DrawingEditorProps, 'name'>) {
  const { t } = useTranslation('drawings');
  const { id, text = '' } = drawing;
  const store = (typed: string) => {
    if (typed.trim() !== '' && typed !== text) board.edit(id, { text: typed.trim() });
  };
  return (
    <input
      // A new text is typed at once.
      ref={(field) => {
        if (text === '') field?.focus({ preventScroll: true });
      }}
      className={styles['text']}
      aria-label={t('text')}
      placeholder={t('text')}
      maxLength={DRAWING_TEXT_MAX}
      defaultValue={text}
      onBlur={({ currentTarget }) => store(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') store(currentTarget.value);
      }}
    />
  );
}
