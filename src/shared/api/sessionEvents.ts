/** Session events raised by layers below the session. */
import { createAction } from '@reduxjs/toolkit';

/** The server answered type 999, or the socket reported the same. `token`: the refused one; a newer one stays valid. */
export const notLoggedIn = createAction<{ readonly token: string | undefined; readonly message: string | undefined }>(
  'session/notLoggedIn',
);
