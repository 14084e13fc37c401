/** The way to say something in passing from anywhere: components, listeners, the socket. */

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export type ToastMessage = {
  kind: ToastKind;
  /** Already in the user's language. */
  text: string;
  action?: { label: string; onAction: () => void };
  /**
   * What it is about: something newer about the same takes its place. The same words are the same thing unless said
   * otherwise.
   */
  id?: string;
  /**
   * One line for a moment; of several the latest is seen. For news that come while one works.
   */
  isBrief?: boolean;
};

type Receiver = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let receiver: Receiver | undefined;
let wake: (() => void) | undefined;

/** Shows a toast. What is said before the toaster stands (it loads after the first screen) waits for it. */
export function showToast(message: ToastMessage): void {
  if (receiver === undefined) {
    waiting.push(message);
    wake?.();
    return;
  }
  receiver(message);
}

/** Hands every toast to `show` until the returned function is called; what waited is handed over at once. */
export function receiveToasts(show: Receiver): () => void {
  receiver = show;
  waiting.splice(0).forEach(show);
  return () => {
    if (receiver === show) receiver = undefined;
  };
}

/** Calls `onWaiting` when there is something to show and nobody to show it; also now, if so. */
export function onToastWaiting(onWaiting: () => void): () => void {
  wake = onWaiting;
  if (waiting.length > 0) onWaiting();
  return () => {
    if (wake === onWaiting) wake = undefined;
  };
}
