import type { Page } from '@playwright/test';

/** Shifts the device's clock by so much from the next document on; its timers run as before. */
export async function setDeviceClockOff(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
    globalThis.Date = new Proxy(Date, {
      construct: (real, parts, itself) => Reflect.construct(real, parts.length === 0 ? [real.now()] : parts, itself),
    });
  }, aheadMs);
}
