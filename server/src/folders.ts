/**
 * Where what is read besides the code lies. The built server is one folder below `server/` as well, so both find the
 * same.
 */
import { fileURLToPath } from 'node:url';

/** Of this server. */
export const SERVER = fileURLToPath(new URL('..', import.meta.url));
/** Of the whole project. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
