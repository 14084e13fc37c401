import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '@halyard/contract/user/calls';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { APP_VERSION } from '../../shared/config/constants.ts';

/**
 * The session: a token plus its user, absent while logged out. Persisted under the key `lifeData`. A token without a
 * user is an unfinished login; it opens no guarded page.
 */
export type SessionState = {
  readonly token: string | undefined;
  readonly user: User | undefined;
  readonly appVersion: string;
};

const anonymous: SessionState = { token: undefined, user: undefined, appVersion: APP_VERSION };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: anonymous,
  reducers: {
    /** The server issued a token; its user is not read yet. */
    tokenIssued: (state, { payload }: PayloadAction<string>) => ({ ...state, token: payload, user: undefined }),
    /** The same session continues under another token. */
    tokenRenewed: (state, { payload }: PayloadAction<{ readonly from: string; readonly to: string }>) =>
      state.token === payload.from ? { ...state, token: payload.to } : state,
    /** The token's user is known, or has changed. */
    userReceived: (state, { payload }: PayloadAction<User>) =>
      state.token === undefined ? state : { ...state, user: payload },
    /** The session that another tab began, in place of this tab's. */
    sessionAdopted: (state, { payload }: PayloadAction<{ readonly token: string; readonly user: User }>) => ({
      ...state,
      ...payload,
    }),
    /** A login whose user could not be read is no session. */
    loginAbandoned: () => anonymous,
    /** Logout here or in another tab. Works offline. */
    loggedOut: () => anonymous,
  },
  extraReducers: (builder) =>
    // A late answer to an older token must not end the new session.
    builder.addCase(notLoggedIn, (state, { payload }) => (state.token === payload.token ? anonymous : state)),
  selectors: {
    selectUser: (state) => (state.token === undefined ? undefined : state.user),
    selectToken: (state) => state.token,
    selectIsLoggedIn: (state) => state.token !== undefined && state.user !== undefined,
  },
});

export const { tokenIssued, tokenRenewed, userReceived, sessionAdopted, loginAbandoned, loggedOut } =
  sessionSlice.actions;
export const { selectUser, selectToken, selectIsLoggedIn } = sessionSlice.selectors;

declare global {
  interface HalyardState {
    session: SessionState;
  }
}
