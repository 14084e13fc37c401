/**
 * Users' pictures are never stored as they came: they are decoded and encoded again, so that only the visible pixels
 * remain.
 */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { UPLOAD_MEGAPIXELS_MAX, type UploadMediaType } from '@halyard/contract/uploads/rules';
import { BusinessError } from '../../calls/callHandler.ts';

/** An encoded picture: its bytes, and its size in pixels as shown. */
export type MadePicture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

export type PictureMediaType = Exclude<UploadMediaType, 'application/pdf'>;

const PIXELS_MAX = UPLOAD_MEGAPIXELS_MAX * 1_000_000;
// Far above the time of forty megapixels; a file that takes longer was made to exhaust the decoder.
const SECONDS_MAX = 60;
/** Print on papers stays readable, and the size stays about the same. */
const QUALITY = 88;
/** 0 to 6: as small as the default within a few percent, in half the time. */
const WEBP_EFFORT = 2;

// One thread for each picture: the queue limits how many are processed in parallel. A cache would only keep pictures of
// users in memory.
sharp.concurrency(1);
sharp.cache(false);
// Of the dozens of formats of libvips (SVG, TIFF, HEIF, PDF among them) only these three ever receive any bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] });

/**
 * Encodes the picture in a file again: turned upright, in sRGB, the first frame of an animation; without EXIF
 * (position, device), XMP, IPTC, comments, thumbnails, colour profile, or appended data. Throws `BusinessError`:
 * FILE_TOO_MANY_PIXELS, FILE_UNREADABLE.
 */
export async function remakePicture(path: string, mediaType: PictureMediaType): Promise<MadePicture> {
  const { format, width, height } = await readHead(path);
  // The decoder must find the format that the first bytes claim.
  if (`image/${format}` !== mediaType) throw new BusinessError('FILE_UNREADABLE');
  if (width * height > PIXELS_MAX) throw new BusinessError('FILE_TOO_MANY_PIXELS', { max: UPLOAD_MEGAPIXELS_MAX });
  const upright = open(path, { limitInputPixels: PIXELS_MAX }).autoOrient().timeout({ seconds: SECONDS_MAX });
  const { data, info } = await decoding(encoded(upright, mediaType).toBuffer({ resolveWithObject: true }));
  return { bytes: data, width: info.width, height: info.height };
}

/** Reads no pixel, so a picture that is too large costs nothing. */
function readHead(path: string): Promise<Metadata> {
  return decoding(open(path, { limitInputPixels: false }).metadata());
}

function open(path: string, options: SharpOptions): Sharp {
  // `error` and not `warning`: phones write JPEGs that decoders warn about and read without loss.
  return sharp(path, { failOn: 'error', sequentialRead: true, ...options });
}

function encoded(picture: Sharp, mediaType: PictureMediaType): Sharp {
  switch (mediaType) {
    case 'image/jpeg':
      return picture.jpeg({ quality: QUALITY });
    case 'image/png':
      return picture.png();
    case 'image/webp':
      return picture.webp({ quality: QUALITY, effort: WEBP_EFFORT });
  }
}

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    // The decoder's own message does not help users.
    throw new BusinessError('FILE_UNREADABLE');
  }
}
