/** Latitude and longitude in degrees, north and east positive, as in "35.68124, 139.76712". */

/** A place: latitude from -90 to 90, longitude from -180 to 180 degrees. */
export type Coordinates = { readonly latitude: number; readonly longitude: number };

/** Five decimals are about a metre, finer than a finger or a phone can point. */
const PLACES = 5;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;
// As the decimal separator, a comma separates the two only with a space.
const COMMA_PAIR = /^([+-]?\d{1,3},\d+)[;,]?\s+([+-]?\d{1,3},\d+)$/;
const PAIR = /^\(?([+-]?\d{1,3}(?:\.\d*)?)°?(?:\s*[,;、]\s*|\s+)([+-]?\d{1,3}(?:\.\d*)?)°?\)?$/;

/** Latitude and longitude, separated by a comma or a space; `undefined` for everything else. */
export function parseCoordinates(text: string): Coordinates | undefined {
  const plain = text.normalize('NFKC').replaceAll('−', '-').trim();
  const [, latitude, longitude] = COMMA_PAIR.exec(plain) ?? PAIR.exec(plain) ?? [];
  return coordinatesOf(latitude?.replace(',', '.'), longitude?.replace(',', '.'));
}

/** The same from two texts, as in the address of a page. */
export function coordinatesOf(latitude: string | undefined, longitude: string | undefined): Coordinates | undefined {
  const pair = { latitude: degreesOf(latitude, LATITUDE_MAX), longitude: degreesOf(longitude, LONGITUDE_MAX) };
  return pair.latitude === undefined || pair.longitude === undefined ? undefined : (pair as Coordinates);
}

/** One form for reading, copying and links, the same in every language. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${shorten(latitude)}, ${shorten(longitude)}`;
}

/** Normalizes coordinates of a map or a device: five decimals, longitude within -180 to 180. */
export function toCoordinates(latitude: number, longitude: number): Coordinates {
  const turned = ((((longitude + LONGITUDE_MAX) % 360) + 360) % 360) - LONGITUDE_MAX;
  return { latitude: shorten(latitude), longitude: shorten(turned) };
}

function degreesOf(text: string | undefined, limit: number): number | undefined {
  if (text === undefined || !/^[+-]?\d{1,3}(?:\.\d*)?$/.test(text)) return undefined;
  const degrees = Number.parseFloat(text);
  return Math.abs(degrees) <= limit ? shorten(degrees) : undefined;
}

function shorten(degrees: number): number {
  // Turns -0, which would be written "-0", into 0.
  return Number.parseFloat(degrees.toFixed(PLACES)) + 0;
}
