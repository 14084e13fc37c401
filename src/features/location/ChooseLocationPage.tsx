import { LocateFixed } from 'lucide-react';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CodedError } from '@halyard/contract/errors';
import { isAsked, offeringPlace } from '../../domain/location/chosenPlace.ts';
import {
  type Coordinates,
  formatCoordinates,
  parseCoordinates,
  toCoordinates,
} from '../../shared/format/coordinates.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Location.module.css';
import { LocationMap } from './LocationMap.tsx';

// A phone indoors may need this long; longer than this nobody waits.
const WAIT_MS = 15_000;

const GOOD_MS = 60_000;

// Of the 400 characters of a contact address, what is left beside the coordinates.
const TEXT_LENGTH_MAX = 360;

/**
 * A place by tap, by the device's position or by coordinates, handed to the form that asked for it; without one, to the
 * contact address.
 */
export function ChooseLocationPage() {
  const { t } = useTranslation('location');
  const back = useBack();
  const navigate = useNavigate();
  const { state } = useLocation();
  // The coordinates as they are typed are what counts; the pin follows them.
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const place = parseCoordinates(typed);
  const isWrong = hasTried && place === undefined;
  const put = useCallback((at: Coordinates) => setTyped(formatCoordinates(at)), []);
  const { find, isFinding, error } = usePosition(put);

  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (place === undefined) return;
    offeringPlace({ ...place, text });
    if (isAsked(state)) back();
    else void navigate(paths.verificationBasic(), { replace: true });
  };

  return (
    <Page header={<NavBar title={t('choose.title')} onBack={back} />}>
      <form noValidate className={styles['stack']} onSubmit={choose}>
        <LocationMap place={place} onPin={put} />
        <div className={styles['action']}>
          <Button kind="ghost" isLoading={isFinding} onClick={find}>
            <LocateFixed aria-hidden />
            {t('choose.find')}
          </Button>
          <p className={styles['error']} role="status">
            {error !== undefined && errorText(error.code)}
          </p>
        </div>
        <TextField
          label={t('coordinates')}
          hint={isWrong ? undefined : t('choose.coordinatesHint')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
          error={isWrong ? errorText('COORDINATES_INVALID') : undefined}
        />
        <TextField
          label={t('choose.text')}
          hint={t('choose.textHint')}
          autoComplete="street-address"
          maxLength={TEXT_LENGTH_MAX}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit">{t('choose.action')}</Button>
      </form>
    </Page>
  );
}

/** Where the device is, asked for once and only when the user says so. */
/**
 * `find` tells `onFound`; where the browser refuses, has no such thing or takes too long, `error` says
 * POSITION_UNKNOWN.
 */
function usePosition(onFound: (place: Coordinates) => void) {
  const [isFinding, setFinding] = useState(false);
  const [error, setError] = useState<CodedError>();
  const isGoneRef = useRef(false);
  useEffect(() => {
    isGoneRef.current = false;
    return () => {
      isGoneRef.current = true;
    };
  }, []);

  const find = useCallback(() => {
    setError(undefined);
    setFinding(true);
    const end = (act: () => void) => {
      if (isGoneRef.current) return;
      setFinding(false);
      act();
    };
    const fail = () => end(() => setError({ code: 'POSITION_UNKNOWN' }));
    // Where the page is not served safely, some browsers have no such object at all.
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (geolocation === undefined) return fail();
    return geolocation.getCurrentPosition(
      ({ coords }) => end(() => onFound(toCoordinates(coords.latitude, coords.longitude))),
      fail,
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: GOOD_MS },
    );
  }, [onFound]);

  return { find, isFinding, error } as const;
}
