import { Check, CheckCheck, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '@halyard/contract/chat/calls';
import { usePrivatePicture } from '../../domain/uploads/usePrivatePicture.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { PhotoPreview } from '../../shared/ui/PhotoPreview.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { useInView } from '../../shared/viewport/useInView.ts';
import styles from './Chat.module.css';

type BubbleProps = {
  message: ChatMessage;
  /** The last own message that an operator has read. */
  isLastRead: boolean;
};

/** A chat message. Its content is plain text: tags and links stay as typed. */
export function Bubble({ message, isLastRead }: BubbleProps) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const { from, text, picture, createdAt } = message;
  const isOwn = from === 'user';
  const label = t(isOwn ? 'picture.own' : 'picture.theirs');
  return (
    <>
      <div className={styles['bubble']}>
        <VisuallyHidden>{t(isOwn ? 'from.me' : 'from.them')}</VisuallyHidden>
        {picture !== null && <SentPicture path={picture} label={label} />}
        {text !== '' && <p className={styles['text']}>{text}</p>}
      </div>
      <p className={styles['meta']}>
        <time dateTime={createdAt}>{format.moment(Date.parse(createdAt), 'minute')}</time>
        {isOwn && <Mark isRead={isLastRead} />}
      </p>
    </>
  );
}

function Mark({ isRead }: { isRead: boolean }) {
  const { t } = useTranslation('chat');
  if (isRead) {
    return (
      <span className={styles['read']}>
        <CheckCheck aria-hidden />
        {t('state.read')}
      </span>
    );
  }
  return (
    <>
      <Check aria-hidden />
      <VisuallyHidden>{t('state.sent')}</VisuallyHidden>
    </>
  );
}

/** A picture of the chat, loaded when it is near the viewport; its place is reserved. */
function SentPicture({ path, label }: { path: string; label: string }) {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  const place = useInView<HTMLDivElement>({ isOn: !isNear, step: 0, onNear: () => setNear(true) });
  return (
    <div ref={place} className={styles['picture']}>
      {isNear ? <Shown path={path} label={label} /> : <Skeleton shape="block" height="100%" />}
    </div>
  );
}

function Shown({ path, label }: { path: string; label: string }) {
  const { t } = useTranslation('common');
  const { url, error, isLoading, retry } = usePrivatePicture(path);
  if (isLoading) return <Skeleton shape="block" height="100%" />;
  if (error === undefined) return <PhotoPreview label={label} file={url} />;
  return (
    <div className={styles['gone']}>
      <ImageOff aria-hidden />
      <p>{appErrorText(error)}</p>
      <Button kind="quiet" size="small" onClick={retry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
