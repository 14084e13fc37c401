import { Camera, ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHAT_TEXT_MAX } from '@halyard/contract/chat/calls';
import { checkPicture, writeMessage } from '../../domain/chat/useChat.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useSharedFile } from '../../shared/pwa/sharedFile.ts';
import { useDraft } from '../../shared/storage/useDraft.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { type FilePick, PICTURES, usePickFile } from '../../shared/ui/usePickFile.tsx';
import { isComposing } from '../../shared/ui/composing.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';

const DRAFT = 'chat';

const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);

/** Estimated characters per line. */
const CHARACTERS_A_LINE = 26;

const ROWS_MAX = 6;

const COUNT_FROM = CHAT_TEXT_MAX - 200;

/** The message input: text, picture, or both. Enter sends on keyboards and adds a line on phones. */
export function Composer() {
  const { t } = useTranslation('chat');
  const { text, picture, error, canSend, change, choose, removePicture, send } = useComposer();
  const area = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const errorId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
    // Keeps the phone's keyboard open between messages.
    area.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || !hasKeys()) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles['composer']} onSubmit={submit}>
      {picture !== undefined && <ChosenPicture file={picture} onRemove={removePicture} />}
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <div className={styles['writing']}>
        <PickButton icon={<ImagePlus aria-hidden />} label={t('choose')} accept={PICTURES} onChoose={choose} />
        <span className={styles['camera']}>
          <PickButton
            icon={<Camera aria-hidden />}
            label={t('camera')}
            accept="image/*"
            capture="environment"
            onChoose={choose}
          />
        </span>
        <label htmlFor={fieldId}>
          <VisuallyHidden>{t('message')}</VisuallyHidden>
        </label>
        <textarea
          ref={area}
          id={fieldId}
          rows={rowsOf(text)}
          className={styles['area']}
          placeholder={t('placeholder')}
          maxLength={CHAT_TEXT_MAX}
          value={text}
          enterKeyHint={hasKeys() ? 'send' : 'enter'}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={press}
        />
        <IconButton
          icon={<SendHorizontal aria-hidden />}
          label={t('send')}
          className={styles['send']}
          disabled={!canSend}
          onClick={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </div>
      {text.length >= COUNT_FROM && (
        <p className={styles['count']}>
          {text.length}/{CHAT_TEXT_MAX}
        </p>
      )}
    </form>
  );
}

/** Estimated rows for browsers without `field-sizing`. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / CHARACTERS_A_LINE), 0);
  return Math.min(lines, ROWS_MAX);
}

/** A fine pointer implies a keyboard. */
function hasKeys(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}

/** The picture of the current draft. */
function ChosenPicture({ file, onRemove }: { file: Blob; onRemove: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles['chosen']}>
      <div className={styles['picture']}>
        <PhotoPreview label={t('picture.chosen')} file={file} />
      </div>
      <IconButton icon={<X aria-hidden />} label={t('picture.remove')} onClick={onRemove} />
    </div>
  );
}

function PickButton({ icon, ...pick }: FilePick & { icon: ReactNode }) {
  const { open, input } = usePickFile(pick);
  return (
    <>
      <IconButton icon={icon} label={pick.label} onClick={open} />
      {input}
    </>
  );
}

/** State of the current message. Its text is restored after an interruption. */
function useComposer() {
  const { value: text, change: changeText, forget } = useDraft({ name: DRAFT, initial: '', read: readText });
  const [picture, setPicture] = useState<Blob>();
  const [error, setError] = useState<AppError>();
  // The message being queued, shown in the field until then.
  const [sending, setSending] = useState<{ readonly text: string; readonly picture: Blob | undefined }>();
  const isAgain = sending !== undefined && text.startsWith(sending.text) && picture === sending.picture;
  const canSend = !isAgain && (text.trim() !== '' || picture !== undefined);

  const choose = async (file: Blob) => {
    const fault = await checkPicture(file);
    setError(fault);
    if (fault === undefined) setPicture(file);
  };
  useSharedFile('chat', (file) => void choose(file));

  const send = async () => {
    if (!canSend) return;
    setSending({ text, picture });
    setError(undefined);
    try {
      await writeMessage({ text: text.trim(), ...(picture !== undefined && { picture }) });
      // Text typed meanwhile belongs to the next message.
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
