/** Orders on their way: sent and not answered, or without an answer and being looked for. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `checking`: it is not known whether the exchange took the order, and it is being asked. */
export type PlacementStatus = 'sending' | 'checking';

export type PlacementsState = Readonly<Record<string, PlacementStatus>>;

type ById = PayloadAction<{ readonly clientRequestId: string }>;

const initialState: PlacementsState = {};

export const placementsSlice = createSlice({
  name: 'placements',
  initialState,
  reducers: {
    orderSent: (state, { payload }: ById) => ({ ...state, [payload.clientRequestId]: 'sending' as const }),
    outcomeLost: (state, { payload }: ById) => ({ ...state, [payload.clientRequestId]: 'checking' as const }),
    outcomeSettled: (state, { payload }: ById) => {
      const { [payload.clientRequestId]: _settled, ...rest } = state;
      return rest;
    },
  },
  selectors: {
    selectPlacement: (state, clientRequestId: string | undefined) =>
      clientRequestId === undefined ? undefined : state[clientRequestId],
  },
});

export const { orderSent, outcomeLost, outcomeSettled } = placementsSlice.actions;
export const { selectPlacement } = placementsSlice.selectors;

declare global {
  interface HalyardState {
    placements: PlacementsState;
  }
}
