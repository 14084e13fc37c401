/**
 * Folders of files that are read besides the code. The built server is also one folder below `server/`, so both resolve
 * to the same paths.
 */
import { fileURLToPath } from 'node:url';

/** Folder of this server. */
export const SERVER = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
