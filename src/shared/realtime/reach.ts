/** Whether the device is online: by its own hint, which some get wrong, unless the exchange answers in spite of it. */

/** What was on its way when the network went may still arrive. */
const IN_FLIGHT_MS = 1000;

let offlineSinceMs = 0;
let isHintWrong = false;
globalThis.window?.addEventListener('offline', () => {
  offlineSinceMs = Date.now();
  isHintWrong = false;
});

export const seemsOnline = () => navigator.onLine || isHintWrong;

/** The exchange answered. An `online` event follows where the device denies that it has a network. */
export function noteAnswer(): void {
  if (seemsOnline() || Date.now() - offlineSinceMs < IN_FLIGHT_MS) return;
  isHintWrong = true;
  window.dispatchEvent(new Event('online'));
}
