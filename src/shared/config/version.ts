/** Which version of the app this is, as it is shown to its user and said in reports. */
import { APP_VERSION } from './constants.ts';

/** The version of the product. */
export const VERSION = APP_VERSION;

/** The commit that the app was built from, shortened; `unknown` where it was built without git, and in tests. */
export const COMMIT: string = (import.meta.env['VITE_COMMIT'] as string | undefined) ?? 'unknown';
