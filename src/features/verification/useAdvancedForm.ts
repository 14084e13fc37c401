/**
 * The pictures of the advanced level: each is sent as soon as it is chosen and kept on the device until the level is
 * submitted.
 */
import type { CodedError } from '@halyard/contract/errors';
import { useSubmitAdvancedMutation } from '../../domain/identity/identityApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import { useForm } from '../../shared/forms/useForm.ts';
import { LEVEL_DRAFTS } from './levels.ts';

const KINDS = { allowPdf: false };
const [FRONT, BACK, HOLDING] = LEVEL_DRAFTS.advanced;

export const PICTURES = ['front', 'back', 'holding'] as const;

/** `isSentAgain`: the exchange had no picture any more, and all are on their way anew. */
export function useAdvancedForm(onDone: () => void) {
  const front = useDraftedUpload(FRONT, KINDS);
  const back = useDraftedUpload(BACK, KINDS);
  const holding = useDraftedUpload(HOLDING, KINDS);
  const uploads = { front, back, holding } as const;
  const [send] = useSubmitAdvancedMutation();

  const form = useForm({
    initial: {},
    check: () => ({ front: missing(front), back: missing(back), holding: missing(holding) }),
    fieldOf: () => undefined,
    send: () => send({ front: front.path, back: back.path, holding: holding.path }),
    onRefused: ({ code }) => {
      if (code !== 'FILE_NOT_FOUND') return false;
      // It keeps no picture for ever that nothing refers to; a draft may be older than that.
      for (const { chosen, restore } of Object.values(uploads)) {
        if (chosen !== undefined) restore({ file: chosen.file, name: chosen.name });
      }
      return true;
    },
    onDone: () => {
      for (const upload of Object.values(uploads)) upload.forget();
      onDone();
    },
  });

  const isUploading = PICTURES.some((picture) => uploads[picture].value.status === 'uploading');
  const isPersisted = PICTURES.every((picture) => uploads[picture].isPersisted);
  const isSentAgain = form.failure?.code === 'FILE_NOT_FOUND';
  return { ...form, uploads, isUploading, isPersisted, isSentAgain } as const;
}

function missing({ path }: { readonly path: string | undefined }): CodedError | undefined {
  return path === undefined ? { code: 'PICTURE_REQUIRED' } : undefined;
}
