import { GripHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { add, decimal, fromModelNumber, isPositive, multiply, type Decimal } from '@halyard/contract/money';
import { formatPrice } from '../format/numbers.ts';
import { classNames } from '../ui/classNames.ts';
import type { ChartController } from './chartController.ts';
import type { ChartMarks, OrderLine, ChartSetup } from './chartSettings.ts';
import styles from './LineGrips.module.css';
import { valueAt, yOf, type ValueScale } from './layout.ts';

type LineGripsProps = { controller: ChartController; setup: ChartSetup; marks: ChartMarks };

/** Grips at the beginning of movable lines. One outside the visible range has its price at the nearer edge. */
export function LineGrips({ controller, setup, marks }: LineGripsProps) {
  const { onMove, orders } = marks;
  if (onMove === undefined) return null;
  return orders
    .filter(({ isMovable }) => isMovable)
    .map((line) => (
      <Grip
        key={line.id}
        line={line}
        controller={controller}
        setup={setup}
        onMove={(price) => onMove(line.id, price)}
      />
    ));
}

type GripProps = Omit<LineGripsProps, 'marks'> & { line: OrderLine; onMove: (price: Decimal) => void };

/** Half of a grip: at rest it is wholly inside the pane and covers no other figures. */
const HALF_PX = 14;

/** Maximum number of prices side by side at an edge. */
const BESIDE_MAX = 3;

type Edge = 'above' | 'below' | undefined;

function edgeOf(price: Decimal, scale: ValueScale): Edge {
  const value = Number(price);
  if (value > scale.max) return 'above';
  return value < scale.min ? 'below' : undefined;
}

/** Puts a grip at its edge, beside those before it. */
function putAtEdge(grip: HTMLElement, edge: Edge): void {
  if (edge === undefined) return grip.removeAttribute('data-out');
  grip.setAttribute('data-out', edge);
  let place = 0;
  for (let other = grip.previousElementSibling; other !== null; other = other.previousElementSibling)
    if (other.getAttribute('data-out') === edge) place += 1;
  grip.style.setProperty('--place', String(place % BESIDE_MAX));
}

function Grip({ line, controller, setup, onMove }: GripProps) {
  const { t } = useTranslation('chart');
  const { moved, handlers } = useMoving({ line, controller, setup, onMove });
  const grip = useRef<HTMLDivElement>(null);
  const price = moved ?? line.price;
  const isMoving = moved !== undefined;
  useEffect(() => {
    // On every picture, outside React: the scale may have changed.
    const put = () => {
      const scale = controller.scene?.price;
      if (grip.current === null) return;
      grip.current.hidden = scale === undefined;
      if (scale === undefined) return;
      const y = heightOf(price, scale) - scale.top;
      const inside = Math.min(scale.height - HALF_PX, Math.max(HALF_PX, y));
      grip.current.style.translate = `0 ${isMoving ? y : inside}px`;
      putAtEdge(grip.current, isMoving ? undefined : edgeOf(price, scale));
    };
    put();
    return controller.subscribe(put);
  }, [controller, price, isMoving]);
  const text = formatPrice(price, setup.locale, setup.pricePlaces);
  return (
    <div ref={grip} className={classNames(styles['line'], isMoving && styles['moving'])}>
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
        <span aria-hidden className={styles['edge']}>
          {text}
        </span>
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
