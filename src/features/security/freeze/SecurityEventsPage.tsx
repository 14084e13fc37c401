import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '@halyard/contract/call';
import type { listSecurityEvents, SecurityEvent } from '@halyard/contract/security/freezeCalls';
import { usePageSecurityEventsInfiniteQuery } from '../../../domain/security/freezeApi.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { usePagedList } from '../../../shared/api/usePagedList.ts';
import { countryName } from '../../../shared/format/useCountries.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLocale } from '../../../shared/format/useLocale.ts';
import { languageOfLocale } from '../../../shared/i18n/i18n.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/InfiniteList.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Freeze.module.css';

const eventsOf = ({ events }: AnswerOf<typeof listSecurityEvents>) => events;

/** Security events: what happened, when, on which device, and where. */
export function SecurityEventsPage() {
  const { t } = useTranslation('accountSafety');
  const user = useAppSelector(selectUser);
  const language = languageOfLocale(useLocale());
  const query = usePageSecurityEventsInfiniteQuery(user === undefined ? skipToken : { userId: user.id, language });
  const list = usePagedList(query, eventsOf);
  return (
    <Page header={<NavBar title={t('events.title')} />}>
      <section className={styles['notYou']} aria-labelledby="not-you">
        <h2 id="not-you">{t('events.notYou')}</h2>
        <ButtonLink kind="ghost" size="small" to={paths.freeze()}>
          {t('freeze.action')}
        </ButtonLink>
        <ButtonLink kind="ghost" size="small" to={paths.changePassword()}>
          {t('titles.changePassword', { ns: 'shell' })}
        </ButtonLink>
      </section>
      <PagedList
        label={t('events.title')}
        list={list}
        renderItem={(event) => <EventRow event={event} />}
        skeleton={<EventLoading />}
        empty={<EmptyState text={t('events.none')} />}
      />
    </Page>
  );
}

function EventRow({ event: { title, text, at, device, country } }: { event: SecurityEvent }) {
  const format = useFormat();
  const locale = useLocale();
  const parts = [device, country === null ? null : countryName(country, locale)].filter((part) => part !== null);
  const place = parts.join(', ');
  // The text of a login begins with them.
  const rest = place !== '' && text.startsWith(place) ? text.slice(place.length).replace(/^[.。]\s*/u, '') : text;
  return (
    <div className={styles['event']}>
      <span className={styles['title']}>{title}</span>
      <time dateTime={at} className={styles['at']}>
        {format.moment(Date.parse(at), 'dateMinute')}
      </time>
      <span className={styles['detail']}>{rest}</span>
      {place !== '' && <span className={classNames(styles['detail'], styles['place'])}>{place}</span>}
    </div>
  );
}

function EventLoading() {
  return (
    <div className={styles['event']}>
      <Skeleton width="60%" />
      <Skeleton width="6rem" />
      <div className={styles['detail']}>
        <Skeleton width="80%" height={40} />
      </div>
    </div>
  );
}
