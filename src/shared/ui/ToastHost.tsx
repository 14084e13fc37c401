import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ToastHost.module.css';
import { receiveToasts, type ToastKind, type ToastMessage } from './toastQueue.ts';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleX } as const;
/** Enough to read two lines; the countdown pauses under a pointer and with focus inside. */
const SHOWN_MS = 5000;
/** One line is read at a glance. */
const BRIEFLY_MS = 3000;
const SWIPES: ('up' | 'down')[] = ['up', 'down'];
type ToastData = { kind: ToastKind; isBrief: boolean };

/** Renders the toasts, placed where they cover no text or input. */
export function ToastHost() {
  const { t } = useTranslation('common');
  const place = useRef<HTMLDivElement>(null);
  const returns = useQuietReturns(place);
  useLostLeaves(place);
  return (
    <Toast.Provider key={returns} timeout={SHOWN_MS}>
      <Receiver />
      <Toast.Portal>
        <Toast.Viewport ref={place} className={styles['viewport']} aria-label={t('ui.notifications')}>
          <ToastList place={place} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * Number of returns of the window while no toast was shown. Base UI stops all countdowns when the window loses focus,
 * but notices its return only while there are toasts: later ones would stay until it loses focus again. A new provider
 * starts with the current state.
 */
function useQuietReturns(place: RefObject<HTMLElement | null>): number {
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    const onFocus = () => {
      if (place.current?.childElementCount === 0) setReturns((times) => times + 1);
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [place]);
  return returns;
}

/**
 * Reports that the pointer has left the toasts, also when the one below it was removed: browsers send no event for
 * that, React sees no leave, and the countdown of all later toasts would stop.
 */
function useLostLeaves(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isOver = false;
    const onMouseOver = ({ target }: MouseEvent) => {
      const wasOver = isOver;
      isOver = target instanceof Node && place.current?.contains(target) === true;
      if (wasOver && !isOver)
        place.current?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: target }));
    };
    document.addEventListener('mouseover', onMouseOver, { capture: true, passive: true });
    return () => document.removeEventListener('mouseover', onMouseOver, { capture: true });
  }, [place]);
}

/**
 * Adds toasts through the provider's own state. An external manager is subscribed in the provider's effect, which runs
 * after those of its children, so messages that waited for the first toaster would be lost.
 */
function Receiver() {
  const { add } = Toast.useToastManager<ToastData>();
  useEffect(() => receiveToasts((message) => void add(toastOf(message))), [add]);
  return null;
}

function toastOf({ kind, text, action, id, isBrief = false }: ToastMessage) {
  return {
    // Identical texts share one toast: ten calls that fail alike show it once.
    id: id ?? `${kind}:${text}`,
    // Also the accessible name that a toast, as a dialog, needs.
    title: text,
    priority: kind === 'error' ? ('high' as const) : ('low' as const),
    data: { kind, isBrief },
    timeout: isBrief ? BRIEFLY_MS : SHOWN_MS,
    ...(action === undefined ? {} : { actionProps: { children: action.label, onClick: action.onAction } }),
  };
}

function ToastList({ place }: { place: RefObject<HTMLElement | null> }) {
  const { toasts } = Toast.useToastManager<ToastData>();
  const newest = toasts[0]?.id;
  // Before paint.
  useLayoutEffect(() => {
    if (newest !== undefined && place.current !== null) putToasts(place.current);
  }, [newest, place]);
  const { t } = useTranslation('common');
  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? 'info';
    const Icon = ICONS[kind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={SWIPES}
        className={classNames(styles['toast'], styles[kind], toast.data?.isBrief === true && styles['brief'])}
      >
        <Toast.Content className={styles['content']}>
          <Icon aria-hidden className={styles['icon']} />
          <Toast.Title className={styles['text']} render={<p />} />
          <Toast.Action className={styles['action']} />
          <Toast.Close
            render={<IconButton icon={<X aria-hidden />} label={t('ui.close')} className={styles['close']} />}
          />
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/** Position of toasts: at the top, below the header, never over a sheet, and over no control if there is room. */

const BARS =
  'header, footer, nav, h1, h2, h3, input, textarea, select, [role=combobox], [role=slider], [role=spinbutton]';
const PRESSED = 'button, a[href]';
const GAP_PX = 8;

type Span = { readonly top: number; readonly bottom: number };

/** Moves the viewport of the toasts to the highest free place. */
function putToasts(viewport: HTMLElement): void {
  const { height } = viewport.getBoundingClientRect();
  const { offsetTop = 0, height: seenPx = window.innerHeight } = window.visualViewport ?? {};
  const seen = { top: offsetTop, bottom: offsetTop + seenPx };
  const sheet = [...document.querySelectorAll('[role=dialog]')].findLast((one) => !viewport.contains(one));
  const needed = height + 2 * GAP_PX;
  const top =
    sheet === undefined ? placeOn(document, seen, needed, viewport) : placeBeside(sheet, seen, needed, viewport);
  viewport.style.setProperty('--toast-top', top === undefined ? '' : `${top + GAP_PX}px`);
  // A sheet that opens later covers the toasts.
  viewport.style.setProperty('--toast-layer', sheet === undefined ? '' : 'var(--layer-toast)');
}

/** Above the sheet, or where the sheet is too high, at a place of it without controls. */
function placeBeside(sheet: Element, seen: Span, needed: number, viewport: HTMLElement): number | undefined {
  const { top } = sheet.getBoundingClientRect();
  return top - seen.top >= needed ? seen.top : placeOn(sheet, seen, needed, viewport);
}

function placeOn(layer: ParentNode, seen: Span, needed: number, viewport: HTMLElement): number | undefined {
  const bars = spansOf(layer, BARS, viewport);
  const pressed = spansOf(layer, PRESSED, viewport);
  return freeTop([...bars, ...pressed], seen, needed) ?? freeTop(bars, seen, needed);
}

/** Upper end of the highest free space of a height. */
export function freeTop(taken: readonly Span[], seen: Span, heightPx: number): number | undefined {
  let { top } = seen;
  for (const span of [...taken].sort((a, b) => a.top - b.top)) {
    if (span.top >= top + heightPx) break;
    top = Math.max(top, span.bottom);
  }
  return top + heightPx <= seen.bottom ? top : undefined;
}

/** Spans of the elements that toasts of this width could cover. */
function spansOf(layer: ParentNode, selector: string, viewport: HTMLElement): Span[] {
  const { left, right } = viewport.getBoundingClientRect();
  return [...layer.querySelectorAll(selector)]
    .filter((element) => !viewport.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.right > left && box.left < right);
}
