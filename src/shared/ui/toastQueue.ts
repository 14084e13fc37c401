/** Shows a brief message from anywhere: components, listeners, the socket. */

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export type ToastMessage = {
  kind: ToastKind;
  /** Already in the user's language. */
  text: string;
  action?: { label: string; onAction: () => void };
  /** Subject: a newer message about the same subject replaces it. Default: the text itself. */
  id?: string;
  /** One line for a moment; only the latest of several is shown. For updates during the user's work. */
  isBrief?: boolean;
};

type Receiver = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let receiver: Receiver | undefined;
let wake: (() => void) | undefined;

/** Shows a toast. Messages before the toaster has loaded (after the first screen) wait for it. */
export function showToast(message: ToastMessage): void {
  if (receiver === undefined) {
    waiting.push(message);
    wake?.();
    return;
  }
  receiver(message);
}

/** Passes every toast to `show` until the returned function is called; waiting ones are passed at once. */
export function receiveToasts(show: Receiver): () => void {
  receiver = show;
  waiting.splice(0).forEach(show);
  return () => {
    if (receiver === show) receiver = undefined;
  };
}

/** Calls `onWaiting` when a toast waits and no receiver exists; also now, if so. */
export function onToastWaiting(onWaiting: () => void): () => void {
  wake = onWaiting;
  if (waiting.length > 0) onWaiting();
  return () => {
    if (wake === onWaiting) wake = undefined;
  };
}
