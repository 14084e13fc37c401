/** Attempts of money mutations whose answer was lost and whose outcome is being determined. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type MoneyMutationsState = readonly string[];

const initialState: MoneyMutationsState = [];

export const moneyMutationsSlice = createSlice({
  name: 'moneyWrites',
  initialState,
  reducers: {
    answerLost: (state, { payload }: PayloadAction<string>) => [...state, payload],
    outcomeSettled: (state, { payload }: PayloadAction<string>) =>
      state.includes(payload) ? state.filter((attempt) => attempt !== payload) : state,
  },
  selectors: {
    selectIsChecking: (state, attempt: string | undefined) => attempt !== undefined && state.includes(attempt),
  },
});

export const { answerLost, outcomeSettled } = moneyMutationsSlice.actions;
export const { selectIsChecking } = moneyMutationsSlice.selectors;

declare global {
  interface HalyardState {
    moneyWrites: MoneyMutationsState;
  }
}
