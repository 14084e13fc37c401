/** Redux Toolkit's makers, bound to the shape of our store. */
import { createAsyncThunk, type TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch, AppExtra, RootState } from './rootState.ts';

/** Imperative flows. */
export const createAppThunk = createAsyncThunk.withTypes<{
  state: RootState;
  dispatch: AppDispatch;
  extra: AppExtra;
}>();
/** Starts a listener: the home of every cross-cutting reaction. */
export type StartAppListening = TypedStartListening<RootState, AppDispatch, AppExtra>;
