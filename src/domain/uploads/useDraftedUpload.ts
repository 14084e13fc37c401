/** An uploaded file of a form that survives an interruption: it stays on the device until the form is done. */
import { useEffect, useEffectEvent, useRef } from 'react';
import * as z from 'zod/mini';
import type { UploadKinds } from '@halyard/contract/uploads/rules';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { useUpload, type ChosenFile } from './useUpload.ts';

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
