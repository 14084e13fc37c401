import { LocateFixed } from 'lucide-react';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CodedError } from '@halyard/contract/errors';
import { isAsked, passPlace } from '../../domain/location/chosenPlace.ts';
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
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Location.module.css';
import { LocationMap } from './LocationMap.tsx';

// A phone indoors may need this long.
const WAIT_MS = 15_000;

const GOOD_MS = 60_000;

// Rest of the contact address's 400 characters beside the coordinates.
const TEXT_LENGTH_MAX = 360;

/**
 * Picks a place by tap, device position or coordinates, for the form that requested it; otherwise for the contact
 * address.
 */
export function ChooseLocationPage() {
  const { t } = useTranslation('location');
  const back = useBack();
  const navigate = useNavigate();
  const { state } = useLocation();
  // The typed coordinates count; the pin follows them.
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const place = parseCoordinates(typed);
  // An address suffices, unless unreadable coordinates were typed.
  const isReady = place !== undefined || (typed.trim() === '' && text.trim() !== '');
  const isWrong = hasTried && !isReady;
  const wrongText = typed.trim() === '' ? t('choose.required') : errorText('COORDINATES_INVALID');
  const put = useCallback((at: Coordinates) => setTyped(formatCoordinates(at)), []);
  const { find, isFinding, error } = usePosition(put);

  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady) return;
    passPlace({ at: place, text });
    if (isAsked(state)) back();
    else void navigate(paths.verificationBasic(), { replace: true });
  };

  return (
    <Page header={<NavBar title={t('choose.title')} />}>
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
          label={t('choose.text')}
          hint={t('choose.textHint')}
          autoComplete="street-address"
          maxLength={TEXT_LENGTH_MAX}
          value={text}
          onValueChange={setText}
        />
        <TextField
          label={t('coordinates')}
          hint={isWrong ? undefined : t('choose.coordinatesHint')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
          error={isWrong ? wrongText : undefined}
        />
        <FormEnd>
          <Button type="submit" isUnready={!isReady}>
            {t('choose.action')}
          </Button>
        </FormEnd>
      </form>
    </Page>
  );
}

/**
 * Requests the device's position once, only on the user's action. `find` calls `onFound`; `error` is POSITION_UNKNOWN
 * when the browser refuses, lacks the API or times out.
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
    // On insecure pages some browsers lack the object.
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
