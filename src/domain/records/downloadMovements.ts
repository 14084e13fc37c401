/** All movements as one CSV file, made by the exchange. */
import * as z from 'zod/mini';
import { MOVEMENTS_CSV_PATH, movementsCsvRequest } from '@halyard/contract/calls/records';
import type { AppError } from '../../shared/api/appError.ts';
import { fetchFile } from '../../shared/api/fetchFile.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { saveFile, type SaveResult } from '../../shared/format/saveFile.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import type { MovementFilter } from './recordsApi.ts';

/** What became of the file. */
export type Download = SaveResult | { readonly outcome: 'failed'; readonly error: AppError };

const FILE_NAME = 'movements.csv';

/** Reads the movements of a filter, all of them without one, and hands the file to the user. */
export function downloadMovements(filter: MovementFilter) {
  return async (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra): Promise<Download> => {
    const identity = extra.readIdentity(getState());
    const query = z.encode(movementsCsvRequest, filter);
    const fetched = await fetchFile({ path: MOVEMENTS_CSV_PATH, query, identity });
    if ('blob' in fetched) return saveFile(fetched.blob, fetched.name ?? FILE_NAME);
    const { error, isLoggedOut } = fetched;
    if (isLoggedOut) dispatch(notLoggedIn({ token: identity.token, message: error.message }));
    return { outcome: 'failed', error };
  };
}
