/** Tests on a machine that is somewhere else. */
import { afterAll, beforeAll } from 'vitest';

/** To be called in a `describe`: the machine has another time zone there, and its own again after it. */
export function inTimeZone(zone: string): void {
  const { TZ: own } = process.env;
  beforeAll(() => {
    process.env['TZ'] = zone;
    if (new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone) throw new Error(`it is not ${zone} here`);
  });
  afterAll(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });
}
