import { GripHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { add, compare, decimal, fromModelNumber, isPositive, multiply, type Decimal } from '@halyard/contract/money';
import { formatPrice } from '../format/numbers.ts';
import { classNames } from '../ui/classNames.ts';
import type { ChartController } from './chartController.ts';
import { isAtEdge, type ChartMarks, type OrderLine, type ChartSetup } from './chartSettings.ts';
import styles from './LineGrips.module.css';
import { valueAt, yOf, type ValueScale } from './layout.ts';

type LineGripsProps = { controller: ChartController; setup: ChartSetup; marks: ChartMarks };

/**
 * Grips at the beginning of movable lines. Those outside the visible range, and lines with `hasEdge`, have their side
 * and price at the nearer edge.
 */
export function LineGrips({ controller, setup, marks }: LineGripsProps) {
  const { onMove, orders } = marks;
  if (onMove === undefined) return null;
  return orders.filter(isAtEdge).map((line) => {
    const grip = { line, orders, controller, setup };
    return line.isMovable === true ? (
      <Grip key={line.id} {...grip} onMove={(price) => onMove(line.id, price)} />
    ) : (
      <EdgeTag key={line.id} {...grip} />
    );
  });
}

type LineProps = Omit<LineGripsProps, 'marks'> & { line: OrderLine; orders: readonly OrderLine[] };
type GripProps = LineProps & { onMove: (price: Decimal) => void };

/** Half of a grip: at rest it is wholly inside the pane and covers no other figures. */
const HALF_PX = 14;

/** Distance of a grip from prices at an edge. */
const GAP_PX = 4;

/** Maximum number of places side by side at an edge; of more lines, the last place has their number. */
const BESIDE_MAX = 3;

type Edge = 'above' | 'below' | undefined;

function edgeOf(price: Decimal, scale: ValueScale): Edge {
  const value = Number(price);
  if (value > scale.max) return 'above';
  return value < scale.min ? 'below' : undefined;
}

/** The smallest distance of a grip from an edge, which may show the prices of lines beyond it. */
function insetAt(edge: Edge, { line, orders }: Pick<LineProps, 'line' | 'orders'>, scale: ValueScale): number {
  const isInside = edgeOf(line.price, scale) === undefined;
  const hasPrices = orders.some((other) => isAtEdge(other) && edgeOf(other.price, scale) === edge);
  return isInside && hasPrices ? 3 * HALF_PX + GAP_PX : HALF_PX;
}

/** Puts an element at the edge of its line, the nearest price first. */
function putAtEdge(box: HTMLElement, { line, orders }: Pick<LineProps, 'line' | 'orders'>, scale?: ValueScale): void {
  const edge = scale && edgeOf(line.price, scale);
  box.removeAttribute('data-more');
  if (scale === undefined || edge === undefined) return box.removeAttribute('data-out');
  const sign = edge === 'above' ? 1 : -1;
  const beside = orders
    .filter((other) => isAtEdge(other) && edgeOf(other.price, scale) === edge)
    .toSorted((one, other) => sign * compare(one.price, other.price));
  const shown = beside.length > BESIDE_MAX ? BESIDE_MAX - 1 : beside.length;
  const index = beside.indexOf(line);
  box.setAttribute('data-out', edge);
  box.style.setProperty('--place', String(Math.min(index, shown)));
  if (index >= shown) box.setAttribute('data-more', index === shown ? `+${beside.length - shown}` : '');
}

/** Keeps an element at the height of its line: on every picture, outside React, because the scale may have changed. */
function useHeight({ line, orders, controller }: LineProps, moved?: Decimal) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const put = () => {
      const scale = controller.scene?.price;
      if (box.current === null) return;
      box.current.hidden = scale === undefined;
      if (scale === undefined) return;
      const y = heightOf(moved ?? line.price, scale) - scale.top;
      const lowest = scale.height - insetAt('below', { line, orders }, scale);
      const inside = Math.min(lowest, Math.max(insetAt('above', { line, orders }, scale), y));
      box.current.style.translate = `0 ${moved === undefined ? inside : y}px`;
      putAtEdge(box.current, { line, orders }, moved === undefined ? scale : undefined);
    };
    put();
    return controller.subscribe(put);
  }, [controller, line, orders, moved]);
  return box;
}

/** Side and price of a line out of sight. */
function EdgeText({ line, setup }: Pick<LineProps, 'line' | 'setup'>) {
  const { t } = useTranslation('chart');
  const { side, price } = line;
  return (
    <span aria-hidden className={styles['edge']}>
      {(side === 'buy' || side === 'sell') && `${t(`side.${side}`)} `}
      {formatPrice(price, setup.locale, setup.pricePlaces)}
    </span>
  );
}

/** A line that is not moved by the user: in words, the chart has it already. */
function EdgeTag(props: LineProps) {
  const { line, setup } = props;
  return (
    <div ref={useHeight(props)} className={styles['line']} data-tone={line.side} data-tag>
      <div aria-hidden className={styles['grip']}>
        <EdgeText {...props} />
      </div>
      <span aria-hidden className={styles['price']}>
        {line.label} {formatPrice(line.price, setup.locale, setup.pricePlaces)}
      </span>
    </div>
  );
}

function Grip(props: GripProps) {
  const { line, setup } = props;
  const { t } = useTranslation('chart');
  const { moved, handlers } = useMoving(props);
  const grip = useHeight(props, moved);
  const price = moved ?? line.price;
  const text = formatPrice(price, setup.locale, setup.pricePlaces);
  return (
    <div
      ref={grip}
      className={classNames(styles['line'], moved !== undefined && styles['moving'])}
      data-tone={line.side}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={line.label}
        title={t('moveLine')}
        aria-valuemin={0}
        aria-valuemax={2 * Number(line.price)}
        aria-valuenow={Number(price)}
        aria-valuetext={text}
        className={styles['grip']}
        {...handlers}
      >
        <GripHorizontal aria-hidden size={16} />
        <EdgeText {...props} />
      </div>
      <span aria-hidden className={styles['price']}>
        {line.label} {text}
      </span>
    </div>
  );
}

/** Height of a price, or of the edge beyond which it is. */
function heightOf(price: Decimal, scale: ValueScale): number {
  const value = Math.min(scale.max, Math.max(scale.min, Number(price)));
  return yOf(value, scale);
}

/** Page keys move ten steps. */
const PAGE = decimal('10');

/** Moving of a line: its target and its input. The line stays there only once its owner has accepted. */
function useMoving({ line, controller, setup, onMove }: GripProps) {
  const [moved, setMoved] = useState<Decimal>();
  /** Offset of the finger from the line. */
  const from = useRef<number>(undefined);
  const places = setup.pricePlaces;
  const scaleNow = () => controller.scene?.price;
  const finish = () => {
    from.current = undefined;
    setMoved(undefined);
    if (moved !== undefined && moved !== line.price) onMove(moved);
  };
  const cancel = () => {
    from.current = undefined;
    setMoved(undefined);
  };
  const step = (steps: Decimal) => {
    const scale = scaleNow();
    if (scale === undefined) return;
    const pixel = fromModelNumber((scale.max - scale.min) / scale.height, places);
    const one = isPositive(pixel) ? pixel : fromModelNumber(10 ** -places, places);
    const next = add(moved ?? line.price, multiply(one, steps));
    if (isPositive(next)) setMoved(next);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => step(decimal('1')),
    ArrowDown: () => step(decimal('-1')),
    PageUp: () => step(PAGE),
    PageDown: () => step(decimal('-10')),
    Enter: finish,
    Escape: cancel,
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const scale = scaleNow();
      if (scale === undefined || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = event.clientY - heightOf(line.price, scale);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const scale = scaleNow();
      if (from.current === undefined || scale === undefined) return;
      const y = Math.min(scale.top + scale.height, Math.max(scale.top, event.clientY - from.current));
      setMoved(fromModelNumber(valueAt(y, scale), places));
    },
    onPointerUp: finish,
    onPointerCancel: cancel,
    onBlur: cancel,
    onKeyDown: (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act();
    },
  };
  return { moved, handlers };
}
