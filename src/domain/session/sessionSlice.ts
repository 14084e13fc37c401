/** Who is logged in: a token plus its user (specification, sections 3, 4 and 6). Persisted under the key `lifeData`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '@halyard/contract/user/calls';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { APP_VERSION } from '../../shared/config/constants.ts';

/** Absent while anonymous. A token without a user is a login that has not finished; it opens no guarded page. */
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
    /** The server has given a token; its user is still to be read. */
    tokenIssued: (state, { payload }: PayloadAction<string>) => ({ ...state, token: payload, user: undefined }),
    /** The same session goes on under another token. */
    tokenRenewed: (state, { payload }: PayloadAction<{ readonly from: string; readonly to: string }>) =>
      state.token === payload.from ? { ...state, token: payload.to } : state,
    /** The user of the token is known, or has changed. */
    userReceived: (state, { payload }: PayloadAction<User>) =>
      state.token === undefined ? state : { ...state, user: payload },
    /** A login whose user could not be read is no session. */
    loginAbandoned: () => anonymous,
    /** The user left, or another tab did. Works without a connection. */
    loggedOut: () => anonymous,
  },
  extraReducers: (builder) =>
    // A late answer to an older token must not end the session that has begun since.
    builder.addCase(notLoggedIn, (state, { payload }) => (state.token === payload.token ? anonymous : state)),
  selectors: {
    selectUser: (state) => (state.token === undefined ? undefined : state.user),
    selectToken: (state) => state.token,
    selectIsLoggedIn: (state) => state.token !== undefined && state.user !== undefined,
  },
});

export const { tokenIssued, tokenRenewed, userReceived, loginAbandoned, loggedOut } = sessionSlice.actions;
export const { selectUser, selectToken, selectIsLoggedIn } = sessionSlice.selectors;

declare global {
  interface HalyardState {
    session: SessionState;
  }
}
