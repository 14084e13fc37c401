/** Version of the app for users and reports. */
import { APP_VERSION } from './constants.ts';

/** Product version. */
export const VERSION = APP_VERSION;

/** Short commit of the build; `unknown` for a build without git, and in tests. */
export const COMMIT: string = (import.meta.env['VITE_COMMIT'] as string | undefined) ?? 'unknown';
