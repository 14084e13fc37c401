// Places through the real routes, store and map: chosen by tap, keys, position and coordinates; shown; also without
// tiles or a position.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getIdentity, type IdentityLevel } from '@halyard/contract/identity/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { takePlace } from '../../domain/location/chosenPlace.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const CONFIG = { isSandbox: true, mapTilesUrl: null, mapAttribution: null, withdrawalHoldHours: 0 };
const LEVEL: IdentityLevel = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };

// jsdom has no layout: the map is as wide as a phone.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

async function open(path: string, backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getAppConfig, () => CONFIG);
      server.on(getIdentity, () => ({
        basic: LEVEL,
        advanced: LEVEL,
        country: null,
        name: null,
        idNumberMasked: null,
      }));
      backend(server);
    },
  });
  await screen.findByRole('application');
  // The map's own control: from here on it handles taps and keys.
  await screen.findByRole('button', { name: 'Zoom in' });
  return app;
}

const map = () => screen.getByRole('application');
const coordinates = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Coordinates' });
const pin = () => screen.getByRole('button', { name: 'Pin, can be moved' });

type Position = Pick<Geolocation, 'getCurrentPosition'>;

/** jsdom has no position of its own. */
function servePosition(getCurrentPosition: Position['getCurrentPosition']) {
  const asked = vi.fn(getCurrentPosition);
  const geolocation: Position = { getCurrentPosition: asked };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  return asked;
}

describe('choosing a place', () => {
  it('by a tap on the map fills in its coordinates and moves the pin', async () => {
    await open(paths.chooseLocation());
    fireEvent.click(map(), { clientX: 180, clientY: 150 });
    await waitFor(() => expect(coordinates().value).toBe('19.97335, 0'));
    pin();
    await screen.findByText('This exchange has no map images. The lines are latitude and longitude.');
    expect(map().querySelectorAll('svg line').length).toBeGreaterThan(0);
  });

  it('by keys puts the pin in the middle and moves it in small and large steps', async () => {
    await open(paths.chooseLocation());
    fireEvent.keyDown(map(), { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(coordinates().value).toBe('20, 0'));
    fireEvent.keyDown(pin(), { key: 'ArrowRight' });
    // At the first zoom the earth is 512 px wide: 8 px are 5.625 degrees.
    await waitFor(() => expect(coordinates().value).toBe('19.97335, 5.625'));
    fireEvent.keyDown(pin(), { key: 'ArrowLeft', shiftKey: true });
    await waitFor(() => expect(coordinates().value).toBe('19.97335, -39.375'));
    fireEvent.keyDown(pin(), { key: 'a' });
    expect(coordinates().value).toBe('19.97335, -39.375');
  });

  it('by coordinates passes it on with its name', async () => {
    const app = await open(paths.chooseLocation());
    await app.user.click(coordinates());
    await app.user.paste('35.68, 139.76');
    pin();
    await app.user.click(screen.getByRole('textbox', { name: 'Address of the place' }));
    await app.user.paste('Tokyo Station');
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    // No form requested it: it goes to the contact address.
    await waitFor(() => expect(app.location()).toBe(paths.verificationBasic()));
    const address = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Contact address' });
    await waitFor(() => expect(address.value).toBe('Tokyo Station\n35.68, 139.76'));
    expect(takePlace()).toBeUndefined();
  });

  it('without one shows an error, and stays', async () => {
    const app = await open(paths.chooseLocation());
    await app.user.click(coordinates());
    await app.user.paste('somewhere');
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    screen.getByText(/^These coordinates are not valid/);
    expect(app.location()).toBe(paths.chooseLocation());
    expect(coordinates().value).toBe('somewhere');
  });

  it('by its address alone passes that on, unless unreadable coordinates were typed', async () => {
    const app = await open(paths.chooseLocation());
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    screen.getByText('Enter coordinates or an address.');
    await app.user.click(screen.getByRole('textbox', { name: 'Address of the place' }));
    await app.user.paste('1 Quay');
    await app.user.type(coordinates(), 'a');
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    screen.getByText(/^These coordinates are not valid/);
    await app.user.clear(coordinates());
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    const address = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Contact address' });
    await waitFor(() => expect(address.value).toBe('1 Quay'));
  });

  it('by the device’s position asks for it only on request', async () => {
    const asked = servePosition((found) =>
      found({ coords: { latitude: 21.028_511, longitude: 105.854_244 } } as GeolocationPosition),
    );
    const app = await open(paths.chooseLocation());
    expect(asked).not.toHaveBeenCalled();
    await app.user.click(screen.getByRole('button', { name: 'Use my location' }));
    await waitFor(() => expect(coordinates().value).toBe('21.02851, 105.85424'));
    pin();
  });

  it.each([
    ['refuses', () => servePosition((_found, failed) => failed?.({ code: 1 } as GeolocationPositionError))],
    ['has none', () => undefined],
  ])('by the position of a device that %s shows that, and leaves coordinates', async (_what, arrange) => {
    arrange();
    const app = await open(paths.chooseLocation());
    await app.user.click(screen.getByRole('button', { name: 'Use my location' }));
    await screen.findByText(/^Your location could not be found/);
    await app.user.click(coordinates());
    await app.user.paste('1, 2');
    pin();
  });

  it('shows the operator’s tiles with attribution, and where they fail', async () => {
    await open(paths.chooseLocation(), (server) =>
      server.on(getAppConfig, () => ({
        ...CONFIG,
        mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png',
        mapAttribution: '© <b>Example</b>',
      })),
    );
    await screen.findByText('© <b>Example</b>');
    const tile = await waitFor(() => {
      const found = map().querySelector<HTMLImageElement>('img.leaflet-tile');
      if (found === null) throw new Error('no tile yet');
      return found;
    });
    expect(tile.src).toMatch(/^https:\/\/tiles\.example\/1\/\d\/\d\.png$/);
    expect(tile.referrerPolicy).toBe('origin');
    fireEvent.error(tile);
    await screen.findByText('Map images could not be loaded. Coordinates still work.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText('Map images could not be loaded. Coordinates still work.')).toBeNull();
    await waitFor(() => expect(map().querySelector('img.leaflet-tile')).not.toBeNull());
  });

  it('works on a server without map settings', async () => {
    const app = await open(paths.chooseLocation(), (server) => server.on(getAppConfig, () => refuse('CALL_NOT_FOUND')));
    await app.user.click(coordinates());
    await app.user.paste('1, 2');
    pin();
  });
});

describe('a place', () => {
  const TOKYO = { lat: 35.681_24, lng: 139.767_12, name: 'Tokyo Station', address: '1 Chome Marunouchi' };

  it('is shown with its name, its coordinates and, on Android, a link to the phone’s map', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 9)');
    onTestFinished(() => agent.mockRestore());
    await open(paths.openLocation(TOKYO));
    screen.getByRole('heading', { name: 'Tokyo Station' });
    screen.getByText('1 Chome Marunouchi');
    screen.getByText('35.68124, 139.76712');
    screen.getByRole('img', { name: 'The place' });
    expect(screen.getByRole('link', { name: 'Open in maps' }).getAttribute('href')).toBe(
      'geo:35.68124,139.76712?q=35.68124%2C139.76712(Tokyo%20Station)',
    );
    fireEvent.click(map(), { clientX: 10, clientY: 10 });
    screen.getByText('35.68124, 139.76712');
  });

  it('links to a map of the web on other systems', async () => {
    await open(paths.openLocation({ lat: -1, lng: 2 }));
    expect(screen.getByRole('link', { name: 'Open in maps' }).getAttribute('href')).toBe(
      'https://www.openstreetmap.org/?mlat=-1&mlon=2#map=16/-1/2',
    );
  });

  it.each(['', '?lat=91&lng=0', '?lat=1', '?lat=a&lng=b'])(
    'that «%s» does not name is shown as missing',
    async (query) => {
      await renderApp({ path: `${paths.openLocation()}${query}`, backend: (server) => serveExchange(server) });
      await screen.findByText(/^These coordinates are not valid/);
      expect(screen.queryByRole('application')).toBeNull();
    },
  );
});
