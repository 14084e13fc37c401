import { Pin } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { AsOf } from '../../domain/news/AsOf.tsx';
import { useReadNotices } from '../../domain/news/readNotices.ts';
import { useNotices } from '../../domain/news/useNews.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PagedList } from '../../shared/ui/InfiniteList.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Notices.module.css';

// Not needed for reading announcements.
const MessageBadge = lazyPart(async () => (await import('../../domain/notifications/MessageBadge.tsx')).MessageBadge);
const MessageList = lazyPart(async () => {
  const [{ MessageList: Loaded }] = await Promise.all([
    import('../../domain/notifications/MessageList.tsx'),
    loadNamespace('inbox'),
  ]);
  return Loaded;
});

/** Announcements to all users, and the user's own messages. */
export function NoticesPage() {
  const { t } = useTranslation('notices');
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'messages' ? 'messages' : 'all';
  const messages = (
    <span className={styles['tab']}>
      {t('menu.messages', { ns: 'shell' })}
      <Suspense fallback={null}>
        <MessageBadge />
      </Suspense>
    </span>
  );
  return (
    <Page header={<NavBar title={t('title')} />} isReading isFlush>
      <div className={styles['tabs']}>
        <Tabs
          label={t('title')}
          value={tab}
          onValueChange={(value) => setQuery(value === 'messages' ? { tab: value } : {}, { replace: true })}
          items={[
            { value: 'all', label: t('list'), content: <Announcements /> },
            {
              value: 'messages',
              label: messages,
              content: (
                <Suspense fallback={null}>
                  <MessageList />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
    </Page>
  );
}

/** All notices, pinned ones first, then newest first. A dot marks those unread on this device. */
function Announcements() {
  const { t } = useTranslation('notices');
  const { isRead, markAllRead } = useReadNotices();
  const list = useNotices();
  const { rows = [] } = list;
  const newest = rows.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).at(-1);
  const head = (
    <div className={styles['head']}>
      <AsOf fetchedAt={list.fetchedAt} />
      {newest !== undefined && !rows.every(isRead) && (
        <Button kind="quiet" size="small" onClick={() => markAllRead(newest)}>
          {t('markAll')}
        </Button>
      )}
    </div>
  );
  return (
    <PagedList
      label={t('list')}
      list={list}
      head={head}
      renderItem={(notice) => <NoticeRow notice={notice} isRead={isRead(notice)} />}
      skeleton={<NoticeLoading />}
      empty={<EmptyState text={t('empty')} />}
    />
  );
}

/** A notice while it loads. */
function NoticeLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['mark']} />
      <span className={styles['words']}>
        <Skeleton width="60%" />
        <Skeleton width="90%" />
        <Skeleton width="30%" />
      </span>
    </div>
  );
}

/** A notice in the list: read state, title, summary and day. */
function NoticeRow({ notice, isRead }: { notice: ArticleRow; isRead: boolean }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  return (
    <Link to={paths.notice({ id: notice.id })} className={styles['row']}>
      <span className={styles['mark']}>
        {!isRead && (
          <span className={styles['dot']}>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles['words']}>
        <span className={styles['title']} data-unread={!isRead || undefined}>
          {notice.title}
        </span>
        <span className={styles['summary']}>{notice.summary}</span>
        <span className={styles['day']}>
          {notice.isPinned && (
            <span className={styles['pin']}>
              <Pin aria-hidden size={12} />
              {t('pinned')}
            </span>
          )}
          {/* Articles are dated by UTC days. */}
          <time dateTime={notice.createdAt.slice(0, 10)}>
            {format.moment(Date.parse(notice.createdAt), 'date', 'utc')}
          </time>
        </span>
      </span>
    </Link>
  );
}
