/** Tests on a machine in another time zone. */
import { afterAll, beforeAll } from 'vitest';

/** Call it in a `describe`: sets another time zone there, and restores the machine's own afterwards. */
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
