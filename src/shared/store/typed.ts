/** Redux Toolkit's types, bound to the shape of our store. */
import type { TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch, AppExtra, RootState } from './rootState.ts';

/** Starts a listener, as for every cross-cutting reaction. */
export type StartAppListening = TypedStartListening<RootState, AppDispatch, AppExtra>;
