/** Typed hooks of the store; lint bans the raw ones. */
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Store } from '@reduxjs/toolkit';
import type { AppDispatch, RootState } from './rootState.ts';

/** Dispatches actions and thunks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
/** Reads from the store. */
export const useAppSelector = useSelector.withTypes<RootState>();
export type AppStore = Store<RootState> & { dispatch: AppDispatch };
/** The store itself, to follow it without rendering. */
export const useAppStore = useStore.withTypes<AppStore>();
