import { skipToken } from '@reduxjs/toolkit/query';
import {
  ArrowUpFromLine,
  Fingerprint,
  FolderDown,
  Hourglass,
  KeyRound,
  Landmark,
  LockKeyhole,
  MailCheck,
  MapPinned,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Snowflake,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '@halyard/contract/call';
import type { listSecurityEvents, SecurityEvent } from '@halyard/contract/security/freezeCalls';
import { usePageSecurityEventsInfiniteQuery } from '../../../domain/security/freezeApi.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { usePagedList } from '../../../shared/api/usePagedList.ts';
import { countryName } from '../../../shared/format/useCountries.ts';
import { type Formats, useFormat } from '../../../shared/format/useFormat.ts';
import { useLocale } from '../../../shared/format/useLocale.ts';
import { languageOfLocale } from '../../../shared/i18n/i18n.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Freeze.module.css';

const eventsOf = ({ events }: AnswerOf<typeof listSecurityEvents>) => events;
const momentOf = ({ at }: SecurityEvent) => Date.parse(at);

/** Security events: what happened, when, on which device, and where. */
export function SecurityEventsPage() {
  const { t } = useTranslation('accountSafety');
  const user = useAppSelector(selectUser);
  const language = languageOfLocale(useLocale());
  const query = usePageSecurityEventsInfiniteQuery(user === undefined ? skipToken : { userId: user.id, language });
  const list = usePagedList(query, eventsOf);
  return (
    <Page header={<NavBar title={t('events.title')} />}>
      <div className={styles['sides']}>
        <div data-side="end">
          <section className={styles['notYou']} aria-labelledby="not-you">
            <h2 id="not-you">{t('events.notYou')}</h2>
            <ButtonLink kind="ghost" size="small" to={paths.freeze()}>
              {t('freeze.action')}
            </ButtonLink>
            <ButtonLink kind="ghost" size="small" to={paths.changePassword()}>
              {t('titles.changePassword', { ns: 'shell' })}
            </ButtonLink>
            <ButtonLink kind="ghost" size="small" to={paths.helpChat()}>
              {t('ask.action', { ns: 'help' })}
            </ButtonLink>
          </section>
        </div>
        <div data-side="start">
          <DayList
            label={t('events.title')}
            list={list}
            momentOf={momentOf}
            renderItem={(event) => <EventRow event={event} />}
            skeleton={<EventLoading />}
            empty={<EmptyState text={t('events.none')} />}
          />
        </div>
      </div>
    </Page>
  );
}

/** Icons by the beginning of an event's kind, the first that fits; those of the security page where it has one. */
const ICONS: readonly (readonly [beginning: RegExp, icon: LucideIcon])[] = [
  [/^(login|sessions)_/, MonitorSmartphone],
  [/^password_/, KeyRound],
  [/^fund_password_/, LockKeyhole],
  [/^(address|whitelist)_/, MapPinned],
  [/^bank_card_/, Landmark],
  [/^(factor|recovery)_/, Smartphone],
  [/^passkey_/, Fingerprint],
  [/^owner_check_/, ShieldAlert],
  [/^withdrawal_/, ArrowUpFromLine],
  [/^(account_frozen|account_unfrozen|unfreeze_)/, Snowflake],
  [/^(account|data)_/, FolderDown],
  [/^break_/, Hourglass],
  [/^limits_/, SlidersHorizontal],
  [/^anti_phishing_/, MailCheck],
];

function EventRow({ event: { kind = '', title, text, at, device, country } }: { event: SecurityEvent }) {
  const format = useFormat();
  const locale = useLocale();
  const placeWith = (name: string | null) => [device, name].filter((part) => part !== null).join(', ');
  const place = placeWith(country === null ? null : countryName(country, locale));
  // The text of a login begins with the place, its country as a code.
  const written = placeWith(country);
  const rest = place !== '' && text.startsWith(written) ? text.slice(written.length).replace(/^[.。]?\s*/u, '') : text;
  const Icon = ICONS.find(([beginning]) => beginning.test(kind))?.[1] ?? ShieldCheck;
  return (
    <div className={styles['event']}>
      <Icon aria-hidden className={styles['icon']} />
      <span className={styles['title']}>{title}</span>
      <time dateTime={at} className={styles['at']}>
        {format.moment(Date.parse(at), 'minute')}
      </time>
      <span className={styles['detail']}>{withLocalMoments(rest, format)}</span>
      {place !== '' && <span className={classNames(styles['detail'], styles['place'])}>{place}</span>}
    </div>
  );
}

/** Moments in texts of the exchange are in UTC: `2026-12-07 00:00 UTC`. */
function withLocalMoments(text: string, { moment }: Formats): string {
  return text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) ?(?:UTC|\(UTC\)|（UTC）)/g, (_, day: string, time: string) =>
    moment(Date.parse(`${day}T${time}Z`), 'dateMinute'),
  );
}

function EventLoading() {
  return (
    <div className={styles['event']}>
      <Skeleton width="20px" height={20} />
      <Skeleton width="60%" />
      <Skeleton width="6rem" />
      <div className={styles['detail']}>
        <Skeleton width="80%" height={40} />
      </div>
    </div>
  );
}
