import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '@halyard/contract/security/calls';
import { formatAgo } from '../../shared/format/relativeTime.ts';
import { countryName } from '../../shared/format/useCountries.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { IconItem } from '../../shared/ui/IconItem.tsx';

const PHONES = /android|ios|iphone|ipad/i;

/** One place where the user is logged in: what device, where, and when it was last there. */
export function DeviceRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const name = useDeviceName(session);
  const Icon = PHONES.test(`${session.system} ${session.device}`) ? Smartphone : Monitor;
  return (
    <IconItem
      icon={<Icon aria-hidden />}
      name={name}
      details={
        <>
          <Place session={session} />
          <LastSeen atMs={Date.parse(session.lastSeenAt)} />
        </>
      }
      end={
        !session.isCurrent && (
          <Button kind="ghost" size="small" aria-label={t('devices.endOne', { device: name })} onClick={onEnd}>
            {t('devices.end')}
          </Button>
        )
      }
    >
      {session.isCurrent && (
        <span>
          <Chip tone="accent">{t('devices.this')}</Chip>
        </span>
      )}
    </IconItem>
  );
}

function Place({ session: { country, ip } }: { session: Session }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const parts = [country === null ? undefined : countryName(country, locale), ip ?? undefined];
  const known = parts.filter((part) => part !== undefined);
  return <span>{known.length === 0 ? t('devices.nowhere') : known.join(' · ')}</span>;
}

/** In words and exactly, by the exchange's clock. */
function LastSeen({ atMs }: { atMs: number }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const ago = useEachSecond((nowMs) => formatAgo(serverTimeMs(nowMs) - atMs, format.locale));
  return (
    <span>
      {t('devices.seen', { ago })} ·{' '}
      <time dateTime={new Date(atMs).toISOString()}>{format.moment(atMs, 'dateMinute')}</time>
    </span>
  );
}

/** A device as its browser names itself: "Chrome 120 · Android 14 · Pixel 7". */
export function useDeviceName({ browser, system, device }: Pick<Session, 'browser' | 'system' | 'device'>): string {
  const { t } = useTranslation('account');
  const known = [browser, system, device].filter((part) => part !== '');
  return known.length === 0 ? t('devices.unknown') : known.join(' · ');
}
