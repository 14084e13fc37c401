/** An uploaded file of a form that survives an interruption: it stays on the device until the form is done. */
import { useEffect, useEffectEvent, useRef, useCallback, useState } from 'react';
import * as z from 'zod/mini';
import type { UploadKinds } from '@halyard/contract/uploads/rules';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import type { PhotoValue } from '../../shared/ui/PhotoField.tsx';
import { uploadOwnFile } from './uploadsThunks.ts';

const draftedFile = z.object({ file: z.instanceof(Blob), name: z.string(), path: z.optional(z.string()) });

/**
 * As {@link useUpload}, with a draft under `name`: `isPersisted` is true when the device stored it, `forget` ends
 * the draft and leaves the field as it is.
 */
export function useDraftedUpload(name: string, kinds: UploadKinds) {
  const upload = useUpload(kinds);
  const { chosen, restore } = upload;
  const draft = useDraft<ChosenFile | undefined>({ name, initial: undefined, read: readAs(draftedFile) });
  const { value: stored, isRestored, change, forget } = draft;
  const lastRef = useRef<ChosenFile>(undefined);

  const bringBack = useEffectEvent(() => {
    if (stored === undefined || chosen !== undefined) return;
    lastRef.current = stored;
    restore(stored);
  });
  useEffect(() => {
    if (isRestored) bringBack();
  }, [isRestored]);

  useEffect(() => {
    if (chosen === lastRef.current) return;
    lastRef.current = chosen;
    if (chosen === undefined) forget();
    else change(chosen);
  }, [chosen, change, forget]);

  return { ...upload, isPersisted: draft.isPersisted, forget };
}

// One file of a form: chosen, uploading, uploaded, or failed and retried.

/** A chosen file in form state. With a path it is already on the server. */
type ChosenFile = { readonly file: Blob; readonly name: string; readonly path?: string | undefined };

type UploadState =
  | { readonly status: 'empty'; readonly chosen: undefined }
  | { readonly status: 'uploading'; readonly chosen: ChosenFile; readonly share: number }
  | { readonly status: 'done'; readonly chosen: ChosenFile }
  | { readonly status: 'failed'; readonly chosen: ChosenFile; readonly error: AppError };

const EMPTY: UploadState = { status: 'empty', chosen: undefined };

/**
 * `value` feeds the picture field, `path` is what the form sends once uploaded, `chosen` is what a draft stores (the
 * same object until another file is chosen or the upload finishes). `choose` uploads immediately, replacing a running
 * upload; `restore` takes a file from a draft and uploads it only if needed; `remove` and leaving the page abort the
 * upload.
 */
export function useUpload({ allowPdf }: UploadKinds) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<UploadState>(EMPTY);
  const runningRef = useRef<AbortController>(undefined);

  const begin = useCallback((next: UploadState) => {
    runningRef.current?.abort();
    runningRef.current = new AbortController();
    setState(next);
    return runningRef.current.signal;
  }, []);

  const send = useCallback(
    async (chosen: ChosenFile) => {
      const signal = begin({ status: 'uploading', chosen, share: 0 });
      // An aborted upload reports nothing more.
      const say = (next: UploadState) => {
        if (!signal.aborted) setState(next);
      };
      const onProgress = (share: number) => say({ status: 'uploading', chosen, share });
      const sent = await dispatch(uploadOwnFile({ file: chosen.file, allowPdf, onProgress, signal }));
      if ('path' in sent) say({ status: 'done', chosen: { ...chosen, path: sent.path } });
      else if ('error' in sent) say({ status: 'failed', chosen, error: sent.error });
    },
    [allowPdf, begin, dispatch],
  );

  useEffect(() => () => runningRef.current?.abort(), []);

  const restore = useCallback(
    (chosen: ChosenFile) => {
      if (chosen.path === undefined) void send(chosen);
      else begin({ status: 'done', chosen });
    },
    [begin, send],
  );

  return {
    value: valueOf(state),
    path: state.chosen?.path,
    chosen: state.chosen,
    error: state.status === 'failed' ? state.error : undefined,
    choose: useCallback((file: File) => void send({ file, name: file.name }), [send]),
    retry: () => {
      if (state.status === 'failed') void send(state.chosen);
    },
    remove: useCallback(() => void begin(EMPTY), [begin]),
    restore,
  };
}

function valueOf(state: UploadState): PhotoValue {
  if (state.status === 'empty') return state;
  const { status, chosen } = state;
  const source = { file: chosen.file, name: chosen.name };
  if (status === 'uploading') return { status, ...source, share: state.share };
  return status === 'done' ? { status, ...source } : { status, ...source, text: appErrorText(state.error) };
}
