import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { coordinatesOf, formatCoordinates, type Coordinates } from '../../shared/format/coordinates.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { buttonClass } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Location.module.css';
import { LocationMap } from './LocationMap.tsx';

/** The place in the page's query: `?lat=&lng=&name=&address=`. */
export function OpenLocationPage() {
  const { t } = useTranslation('location');
  const [query] = useSearchParams();
  const place = coordinatesOf(query.get('lat') ?? undefined, query.get('lng') ?? undefined);
  return (
    <Page header={<NavBar title={t('open.title')} />}>
      {place === undefined ? (
        <EmptyState drawing="place" text={errorText('COORDINATES_INVALID')} />
      ) : (
        <Place place={place} name={query.get('name') ?? ''} address={query.get('address') ?? ''} />
      )}
    </Page>
  );
}

function Place({ place, name, address }: { place: Coordinates; name: string; address: string }) {
  const { t } = useTranslation('location');
  const coordinates = formatCoordinates(place);
  return (
    <div className={styles['stack']}>
      <LocationMap place={place} />
      {(name !== '' || address !== '') && (
        <div>
          {name !== '' && <h2 className={styles['name']}>{name}</h2>}
          {address !== '' && <p className={styles['address']}>{address}</p>}
        </div>
      )}
      <CopyRow label={t('coordinates')} value={coordinates} variant="whole" />
      <a className={buttonClass()} {...mapLink(place, name)}>
        {t('open.maps')}
      </a>
    </div>
  );
}

/**
 * Link to the phone's own map on Android (RFC 5870), which shows the query as the pin's name; a map of the web for
 * systems that open no such links.
 */
function mapLink({ latitude, longitude }: Coordinates, name: string) {
  if (!/Android/.test(navigator.userAgent)) {
    const pin = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
    return { href: `https://www.openstreetmap.org/?${pin}`, target: '_blank', rel: 'noopener noreferrer' };
  }
  const at = `${latitude},${longitude}`;
  return { href: `geo:${at}?q=${encodeURIComponent(name === '' ? at : `${at}(${name})`)}` };
}
