import { Camera, ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CHAT_TEXT_MAX } from '@halyard/contract/chat/calls';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';
import { PickButton } from './PickButton.tsx';
import { useComposer } from './useComposer.ts';

/** So near to the limit it is counted. */
const CHARACTERS_A_LINE = 26;
const ROWS_MAX = 6;
const COUNT_FROM = CHAT_TEXT_MAX - 200;

/**
 * Where a message is written: a text, a picture, or both. Enter sends where there are keys, and makes a line on a
 * phone.
 */
export function Composer() {
  const { t } = useTranslation('chat');
  const { text, picture, error, canSend, change, choose, removePicture, send } = useComposer();
  const area = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const errorId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
    // The keyboard of a phone stays open between messages.
    area.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !hasKeys()) return;
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
        <PickButton icon={<ImagePlus aria-hidden />} label={t('choose')} onChoose={choose} />
        <span className={styles['camera']}>
          <PickButton icon={<Camera aria-hidden />} label={t('camera')} onChoose={choose} hasCamera />
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

/** Where the browser does not let a field grow by itself (`field-sizing`), it grows by what was typed, about. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / CHARACTERS_A_LINE), 0);
  return Math.min(lines, ROWS_MAX);
}

/** A mouse stands for a keyboard with keys. */
function hasKeys(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches;
}

/** The picture of the message that is being written. */
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
