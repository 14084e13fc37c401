/** Type of the store's state, available to all layers without importing the app. */
import type { ThunkDispatch, UnknownAction, TypedStartListening } from '@reduxjs/toolkit';
import type { RealtimeClient } from '../realtime/realtimeTypes.ts';

declare global {
  /**
   * Each slice adds its own part beside its reducer, by declaration merging; `src/app/store.ts` is checked against the
   * whole.
   */
  interface HalyardState {}
}

/** The state of the whole store. */
export type RootState = Readonly<HalyardState>;

/** Identity that the server expects with each request. */
export type Identity = {
  readonly token: string | undefined;
  readonly languageMark: string;
};

/** Extra argument of thunks and endpoints. */
export type AppExtra = {
  readonly realtime: RealtimeClient;
  readonly readIdentity: (state: RootState) => Identity;
};

/** Dispatches actions and thunks. */
export type AppDispatch = ThunkDispatch<RootState, AppExtra, UnknownAction>;

// Redux Toolkit's types, bound to the shape of our store.

/** Starts a listener, as for every cross-cutting reaction. */
export type StartAppListening = TypedStartListening<RootState, AppDispatch, AppExtra>;
