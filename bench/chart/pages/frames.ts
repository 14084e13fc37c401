/** How long the pages wait. */

/** After a tick, until it is drawn. */
export const FRAMES_OF_TICK = 2;

/** After a chart was created or got all candles, until nothing changes any more. */
export const FRAMES_AT_REST = 12;

/** After so many frames were drawn. */
export async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** In a task of its own, after the frame that is being drawn. */
export function task(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
