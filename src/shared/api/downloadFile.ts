/** Downloads a file of the user's data. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { saveFile, type SaveResult } from '../format/saveFile.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppDispatch, AppExtra, RootState } from '../store/rootState.ts';
import type { AppError } from './appError.ts';
import { fetchFile, type FileRequest } from './fetchFile.ts';
import { stepUp } from './stepUp.ts';
import { notLoggedIn } from './sessionEvents.ts';
import { renewalSettled } from './tokenRenewal.ts';

type Download = SaveResult | { readonly outcome: 'failed'; readonly error: AppError };

/** A thunk that resolves with the result of a download. */
export type DownloadThunk = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => Promise<Download>;

/**
 * The download of a file that the exchange makes of a request. It is handed to the user under `name` if the server
 * sends none. Errors: those of `fetchFile`, FILE_SAVE_FAILED.
 */
export function createDownload<Request>(
  path: string,
  name: string,
  codec: z.ZodMiniType<Request, NonNullable<FileRequest['query']>>,
) {
  return (request: Request): DownloadThunk =>
    async (dispatch, getState, extra) => {
      const identity = () => extra.readIdentity(getState());
      const file = { path, query: z.encode(codec, request) };
      const { token } = identity();
      let fetched = await fetchFile({ ...file, identity: identity() });
      const isAsked = 'error' in fetched && fetched.error.code === 'PROOF_REQUIRED';
      if (isAsked && (await stepUp())) fetched = await fetchFile({ ...file, identity: identity() });
      if ('blob' in fetched) return saveFile(fetched.blob, fetched.name ?? name);
      const { error, isLoggedOut } = fetched;
      if (isLoggedOut) {
        await renewalSettled();
        dispatch(notLoggedIn({ token, message: error.message }));
      }
      return { outcome: 'failed', error };
    };
}

type Done = Exclude<Download['outcome'], 'failed'>;

/**
 * State of a download button: `save` runs a download, `onDone` receives its outcome unless it failed, and `error` holds
 * the failure until the next try.
 */
export function useDownload(onDone: (outcome: Done) => void) {
  const dispatch = useAppDispatch();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<AppError>();

  async function save(download: DownloadThunk): Promise<void> {
    setSaving(true);
    setError(undefined);
    const result = await dispatch(download);
    setSaving(false);
    if (result.outcome === 'failed') setError(result.error);
    else onDone(result.outcome);
  }

  return { save, isSaving, error } as const;
}
