import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BellRing } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { UserId } from '@halyard/contract/ids';
import { MESSAGE_CATEGORIES, type MessageCategory, type OwnMessage } from '@halyard/contract/notifications/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { builtRouteOf } from '../../shared/navigation/builtPages.ts';
import { contributions } from '../../shared/navigation/contributions.ts';
import { useLoginPath } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { DayList } from '../../shared/ui/DayList.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { useHiddenBalances } from '../preferences/usePreferences.ts';
import { selectUser } from '../session/sessionSlice.ts';
import styles from './MessageList.module.css';
import { useMessages } from './useMessages.ts';

/**
 * The message centre: events of the user's orders, money and account by day, newest first. Texts of the namespace
 * `inbox`.
 */
export function MessageList() {
  const { t } = useTranslation('inbox');
  const user = useAppSelector(selectUser);
  const loginPath = useLoginPath();
  if (user !== undefined) return <OwnMessages userId={user.id} />;
  return (
    <EmptyState
      text={t('logIn')}
      drawing="lock"
      action={<ButtonLink to={loginPath}>{t('login.action', { ns: 'shell' })}</ButtonLink>}
    />
  );
}

function OwnMessages({ userId }: { userId: UserId }) {
  const { t } = useTranslation('inbox');
  const [category, setCategory] = useState<MessageCategory>();
  const { hidesBalances } = useHiddenBalances();
  const list = useMessages(userId, category);
  const { rows: messages, unread, read } = list;
  const newest = messages?.[0];
  const isUnread = category === undefined ? unread > 0 : (messages?.some((message) => !message.isRead) ?? false);
  const head = (
    <div className={styles['head']}>
      <AsOf atMs={list.asOfMs} />
      {newest !== undefined && isUnread && category === undefined && (
        <Button kind="quiet" size="small" onClick={() => read(newest)}>
          {t('markAll')}
        </Button>
      )}
    </div>
  );
  return (
    <div className={styles['days']}>
      <Filter category={category} onChoose={setCategory} />
      <DayList
        label={t('title')}
        list={{ ...list, updatedAtMs: undefined }}
        momentOf={momentOf}
        head={head}
        renderItem={(message) => <MessageRow message={message} hidesText={hidesBalances} onOpen={read} />}
        skeleton={<MessageLoading />}
        empty={<NoMessages isFiltered={category !== undefined} onShowAll={() => setCategory(undefined)} />}
      />
    </div>
  );
}

const momentOf = ({ createdAt }: OwnMessage) => Date.parse(createdAt);

type FilterProps = { category: MessageCategory | undefined; onChoose: (category: MessageCategory | undefined) => void };

function Filter({ category, onChoose }: FilterProps) {
  const { t } = useTranslation('inbox');
  const chipOf = (value: MessageCategory | undefined, label: string) => (
    <button
      key={label}
      type="button"
      className={styles['chip']}
      aria-pressed={value === category}
      onClick={() => onChoose(value)}
    >
      {label}
    </button>
  );
  return (
    <div role="group" aria-label={t('filter')} className={styles['filter']}>
      {chipOf(undefined, t('all'))}
      {MESSAGE_CATEGORIES.map((value) => chipOf(value, t(`categories.${value}`)))}
    </div>
  );
}

function NoMessages({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('inbox');
  if (!isFiltered) return <EmptyState text={t('empty')} />;
  return (
    <EmptyState
      text={t('emptyCategory')}
      action={
        <Button kind="ghost" size="small" onClick={onShowAll}>
          {t('showAll')}
        </Button>
      }
    />
  );
}

function MessageLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['icon']} />
      <span className={styles['words']}>
        <Skeleton width="55%" />
        <Skeleton width="85%" />
      </span>
    </div>
  );
}

type MessageRowProps = {
  message: OwnMessage;
  /** Whether amounts are masked. */
  hidesText: boolean;
  onOpen: (message: OwnMessage) => void;
};

/** One message: category, read state, text and time. Links to its subject if this app version has that page. */
function MessageRow({ message, hidesText, onOpen }: MessageRowProps) {
  const { t } = useTranslation('inbox');
  const format = useFormat();
  const { category, title, text, link, createdAt, isRead } = message;
  const Icon = contributions().messageIcons[category] ?? BellRing;
  const content = (
    <>
      <span className={styles['icon']}>
        <Icon aria-hidden />
        {!isRead && (
          <span className={styles['dot']}>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles['words']}>
        <span className={styles['title']} data-unread={!isRead || undefined}>
          {title}
        </span>
        {!hidesText && text !== '' && <span className={styles['text']}>{text}</span>}
      </span>
      <time className={styles['time']} dateTime={createdAt}>
        {format.moment(Date.parse(createdAt), 'minute')}
      </time>
    </>
  );
  if (builtRouteOf(link.split('?', 1)[0] ?? '') === undefined) {
    return <div className={styles['row']}>{content}</div>;
  }
  return (
    <Link to={link} className={styles['row']} onClick={() => onOpen(message)}>
      {content}
    </Link>
  );
}
