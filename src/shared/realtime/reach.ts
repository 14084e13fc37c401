/** Whether the device is online: by its own report, which some get wrong, unless the server answers in spite of it. */

/** Packets in flight when the network was lost may still arrive. */
const IN_FLIGHT_MS = 1000;

let offlineSinceMs = 0;
let isHintWrong = false;
globalThis.window?.addEventListener('offline', () => {
  offlineSinceMs = Date.now();
  isHintWrong = false;
});

export const seemsOnline = () => navigator.onLine || isHintWrong;

/** The server answered. Dispatches an `online` event if the device reports no network. */
export function noteAnswer(): void {
  if (seemsOnline() || Date.now() - offlineSinceMs < IN_FLIGHT_MS) return;
  isHintWrong = true;
  window.dispatchEvent(new Event('online'));
}
