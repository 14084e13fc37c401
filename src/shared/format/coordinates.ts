/**
 * Places on the earth as people write them: latitude and longitude in degrees, north and east positive, as in
 * "35.68124, 139.76712".
 */

/** A place; latitude from -90 to 90, longitude from -180 to 180 degrees. */
export type Coordinates = { readonly latitude: number; readonly longitude: number };

/** Five places are about a metre, which is finer than a finger or a phone. */
const PLACES = 5;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;
// Where the comma is the decimal sign it does not part the two without a blank.
const COMMA_PAIR = /^([+-]?\d{1,3},\d+)[;,]?\s+([+-]?\d{1,3},\d+)$/;
const PAIR = /^\(?([+-]?\d{1,3}(?:\.\d*)?)°?(?:\s*[,;、]\s*|\s+)([+-]?\d{1,3}(?:\.\d*)?)°?\)?$/;

/** Latitude and longitude, parted by a comma or a blank; `undefined` for everything else. */
export function parseCoordinates(text: string): Coordinates | undefined {
  const plain = text.normalize('NFKC').replaceAll('−', '-').trim();
  const [, latitude, longitude] = COMMA_PAIR.exec(plain) ?? PAIR.exec(plain) ?? [];
  return coordinatesOf(latitude?.replace(',', '.'), longitude?.replace(',', '.'));
}

/** The same from two texts, as the address of a page has them. */
export function coordinatesOf(latitude: string | undefined, longitude: string | undefined): Coordinates | undefined {
  const pair = { latitude: degreesOf(latitude, LATITUDE_MAX), longitude: degreesOf(longitude, LONGITUDE_MAX) };
  return pair.latitude === undefined || pair.longitude === undefined ? undefined : (pair as Coordinates);
}

/** One form for reading, copying and links, the same in every language. */
export function formatCoordinates({ latitude, longitude }: Coordinates): string {
  return `${shorten(latitude)}, ${shorten(longitude)}`;
}

/**
 * Makes a place of what a map or a phone says: to five decimals, the longitude brought back to one turn of the earth.
 */
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
  // Not -0, which would be written "-0".
  return Number.parseFloat(degrees.toFixed(PLACES)) + 0;
}
