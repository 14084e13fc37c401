/** Typed hooks of the store; lint bans the raw ones. */
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch, RootState } from './rootState.ts';

/** Dispatches actions and thunks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
/** Reads from the store. */
export const useAppSelector = useSelector.withTypes<RootState>();
