/** Events of the session that arise below the session itself. */
import { createAction } from '@reduxjs/toolkit';

/**
 * The server answered type 999, or the socket said the same. `token` is the one it was said about; a newer one stays.
 */
export const notLoggedIn = createAction<{ readonly token: string | undefined; readonly message: string | undefined }>(
  'session/notLoggedIn',
);
