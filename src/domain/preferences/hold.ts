/** Rows that are held, by a finger or by the key of the context menu, do something else than when they are pressed. */

const HOLD_MS = 500;
/** A finger that goes further scrolls. */
const SLOP_PX = 10;

/**
 * Calls `onHold` with what is written in `data-held` of the element in `list` that is held. Returns the way to stop.
 */
export function attachHold(list: HTMLElement, onHold: (held: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: PointerEvent | undefined;
  let isDown = false;
  /** Until the next press: what it began with must not also press the row. */
  let wasHeld = false;

  const letGo = () => clearTimeout(timer);
  const onUp = () => {
    isDown = false;
    letGo();
  };
  const hold = (target: EventTarget | null) => {
    letGo();
    const held = target instanceof Element ? target.closest<HTMLElement>('[data-held]')?.dataset['held'] : undefined;
    if (held === undefined || wasHeld) return;
    wasHeld = true;
    navigator.vibrate?.(10);
    onHold(held);
  };
  const onDown = (event: PointerEvent) => {
    letGo();
    wasHeld = false;
    isDown = true;
    from = event;
    if (event.isPrimary && event.button === 0) timer = setTimeout(() => hold(event.target), HOLD_MS);
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (from !== undefined && Math.hypot(clientX - from.clientX, clientY - from.clientY) > SLOP_PX) letGo();
  };
  const onMenu = (event: MouseEvent) => {
    event.preventDefault();
    // A finger that rests asks for the menu too, before or after its time is up; a key does with no finger down.
    if (!isDown) wasHeld = false;
    hold(event.target);
  };
  const onClick = (event: MouseEvent) => {
    // A key's click has no count.
    if (!wasHeld || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    wasHeld = false;
  };

  list.addEventListener('pointerdown', onDown, { signal });
  list.addEventListener('pointermove', onMove, { signal });
  list.addEventListener('pointerup', onUp, { signal });
  list.addEventListener('pointercancel', onUp, { signal });
  list.addEventListener('contextmenu', onMenu, { signal });
  // Before the link takes it.
  list.addEventListener('click', onClick, { signal, capture: true });
  return () => {
    letGo();
    listening.abort();
  };
}
