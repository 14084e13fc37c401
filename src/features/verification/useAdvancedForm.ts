/** The pictures of the advanced level: each is sent as soon as it is chosen and kept on the device until the level is submitted. */
import { useRef, useState } from 'react';
import { useSubmitAdvancedMutation } from '../../domain/identity/identityApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { LEVEL_DRAFTS } from './levels.ts';

const KINDS = { allowPdf: false };
const [FRONT, BACK, HOLDING] = LEVEL_DRAFTS.advanced;

export const PICTURES = ['front', 'back', 'holding'] as const;
export type Picture = (typeof PICTURES)[number];
type Texts = Readonly<Partial<Record<Picture | 'form', string>>>;

/** `outcome` is `open` when the answer was lost, and sending the same again is safe; `sentAgain` when the exchange had no picture any more, and all are on their way anew. */
export function useAdvancedForm() {
  const front = useDraftedUpload(FRONT, KINDS);
  const back = useDraftedUpload(BACK, KINDS);
  const holding = useDraftedUpload(HOLDING, KINDS);
  const uploads = { front, back, holding } as const;
  const [texts, setTexts] = useState<Texts>({});
  const [outcome, setOutcome] = useState<'open' | 'sentAgain'>();
  const [send, { isLoading }] = useSubmitAdvancedMutation();
  const isUnderWay = useRef(false);

  const submit = async (): Promise<boolean> => {
    if (isUnderWay.current) return false;
    const [frontPath, backPath, holdingPath] = [front.path, back.path, holding.path];
    const missing = PICTURES.filter((picture) => uploads[picture].path === undefined);
    setTexts(Object.fromEntries(missing.map((picture) => [picture, errorText('PICTURE_REQUIRED')])));
    setOutcome(undefined);
    if (missing.length > 0) return false;
    isUnderWay.current = true;
    const { error } = await send({ front: frontPath, back: backPath, holding: holdingPath });
    const failed = error as AppError | undefined;
    // Once it is taken in there is nothing to send any more.
    isUnderWay.current = failed === undefined;
    if (failed === undefined) for (const upload of Object.values(uploads)) upload.forget();
    else fail(failed);
    return failed === undefined;
  };

  const fail = (error: AppError) => {
    if (isOutcomeUnknown(error)) return setOutcome('open');
    if (error.code !== 'FILE_NOT_FOUND') return setTexts({ form: appErrorText(error) });
    // It keeps no picture for ever that nothing refers to; a draft may be older than that.
    setOutcome('sentAgain');
    for (const { chosen, restore } of Object.values(uploads)) {
      if (chosen !== undefined) restore({ file: chosen.file, name: chosen.name });
    }
    return undefined;
  };

  const isUploading = PICTURES.some((picture) => uploads[picture].value.status === 'uploading');
  const isKept = PICTURES.every((picture) => uploads[picture].isKept);
  return { uploads, texts, outcome, isUploading, isKept, isSending: isLoading, submit } as const;
}
