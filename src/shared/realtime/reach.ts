/** Whether the device is online: by its own hint, which some get wrong, unless the exchange answers in spite of it. */

/** What was on its way when the network went may still arrive. */
const IN_FLIGHT_MS = 1000;

let offlineSinceMs = 0;
let isHintWrong = false;
globalThis.window?.addEventListener('offline', () => {
  offlineSinceMs = performance.now();
  isHintWrong = false;
});

export const seemsOnline = () => navigator.onLine || isHintWrong;

/** The exchange answered. An `online` event follows where the device denies that it has a network. */
export function noteAnswer(): void {
  const { window: page } = globalThis as { window?: Window };
  if (page === undefined || seemsOnline() || performance.now() - offlineSinceMs < IN_FLIGHT_MS) return;
  isHintWrong = true;
  page.dispatchEvent(new Event('online'));
}
