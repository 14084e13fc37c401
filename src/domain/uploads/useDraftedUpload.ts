/**
 * A file of a form that is there again after an interruption: it stays on the device until the form has done its work.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import * as z from 'zod/mini';
import type { UploadKinds } from '@halyard/contract/uploads/rules';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { useUpload, type ChosenFile } from './useUpload.ts';

const draftedFile = z.object({ file: z.instanceof(Blob), name: z.string(), path: z.optional(z.string()) });

/**
 * As {@link useUpload}, with a draft under `name`: `isPersisted` says whether the device could keep it, `forget` ends the
 * draft and leaves the field as it is.
 */
export function useDraftedUpload(name: string, kinds: UploadKinds) {
  const upload = useUpload(kinds);
  const { chosen, restore } = upload;
  const draft = useDraft<ChosenFile | undefined>({ name, initial: undefined, read: readAs(draftedFile) });
  const { value: kept, isRestored, change, forget } = draft;
  const lastRef = useRef<ChosenFile>(undefined);

  const bringBack = useEffectEvent(() => {
    if (kept === undefined || chosen !== undefined) return;
    lastRef.current = kept;
    restore(kept);
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
