import { useCallback, useEffect, useState } from 'react';
import { checkPicture } from '../../domain/chat/checkPicture.ts';
import { writeMessage } from '../../domain/chat/useChat.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { takeSharedFile } from '../../shared/pwa/sharedFile.ts';
import { useDraft } from '../../shared/storage/useDraft.ts';

const DRAFT = 'chat';
const readText = (kept: unknown) => (typeof kept === 'string' ? kept : undefined);

/** The message that is being written. Its text is there again after an interruption. */
export function useComposer() {
  const { value: text, change: changeText, forget } = useDraft({ name: DRAFT, initial: '', read: readText });
  const [picture, setPicture] = useState<Blob>();
  const [error, setError] = useState<AppError>();
  // The message that is being accepted, which is in the field until then.
  const [sending, setSending] = useState<{ readonly text: string; readonly picture: Blob | undefined }>();
  const isAgain = sending !== undefined && text.startsWith(sending.text) && picture === sending.picture;
  const canSend = !isAgain && (text.trim() !== '' || picture !== undefined);

  const choose = useCallback(async (file: Blob) => {
    const fault = await checkPicture(file);
    setError(fault);
    if (fault === undefined) setPicture(file);
  }, []);
  useSharedFile(choose);

  const send = async () => {
    if (!canSend) return;
    setSending({ text, picture });
    setError(undefined);
    try {
      await writeMessage({ text: text.trim(), ...(picture !== undefined && { picture }) });
      // Text typed meanwhile is the next message.
      let rest = '';
      changeText((typed) => (rest = typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed));
      setPicture((chosen) => (chosen === picture ? undefined : chosen));
      if (rest === '') forget();
    } catch (fault) {
      setError(fault as AppError);
    }
    setSending(undefined);
  };

  return {
    text,
    picture,
    error: error && appErrorText(error),
    canSend,
    change: (next: string) => {
      setError(undefined);
      changeText(next);
    },
    choose: (file: File) => void choose(file),
    removePicture: () => setPicture(undefined),
    send,
  };
}

/**
 * A picture that another app shared with this one, and that its user meant for the chat, is offered as the picture of
 * the message.
 */
function useSharedFile(choose: (file: Blob) => Promise<void>): void {
  useEffect(() => {
    const take = async () => {
      const file = await takeSharedFile('chat');
      if (file !== undefined) await choose(file);
    };
    void take();
  }, [choose]);
}
