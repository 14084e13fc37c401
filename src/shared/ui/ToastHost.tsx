import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ToastHost.module.css';
import { putToasts } from './toastPlace.ts';
import { receiveToasts, type ToastKind, type ToastMessage } from './toastQueue.ts';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleX } as const;
/** Enough to read two lines; the countdown pauses under a pointer and with focus inside. */
const SHOWN_MS = 5000;
/** One line is read at a glance. */
const BRIEFLY_MS = 3000;
const SWIPES: ('up' | 'down')[] = ['up', 'down'];
type ToastData = { kind: ToastKind; isBrief: boolean };

/** Renders the toasts, placed where they cover no text or input (`toastPlace.ts`). */
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
