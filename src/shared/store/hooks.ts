/** The typed hooks of the store; the raw ones are banned by lint. */
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch, RootState } from './rootState.ts';

/** Dispatches actions and thunks. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
/** Reads from the store. */
export const useAppSelector = useSelector.withTypes<RootState>();
