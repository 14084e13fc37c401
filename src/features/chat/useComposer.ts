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
  const canSend = text.trim() !== '' || picture !== undefined;

  const choose = useCallback(async (file: Blob) => {
    const fault = await checkPicture(file);
    setError(fault);
    if (fault === undefined) setPicture(file);
  }, []);
  useSharedFile(choose);

  const send = async () => {
    if (!canSend) return;
    const message = { text: text.trim(), ...(picture !== undefined && { picture }) };
    // Gone before it is kept: what is typed next is another message.
    changeText('');
    setPicture(undefined);
    setError(undefined);
    forget();
    try {
      await writeMessage(message);
    } catch (fault) {
      // It says so, and nothing of it is lost.
      changeText((typed) => (typed === '' ? message.text : typed));
      setPicture((chosen) => chosen ?? picture);
      setError(fault as AppError);
    }
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
