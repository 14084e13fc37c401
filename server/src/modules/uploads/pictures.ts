/**
 * Pictures of users are never kept as they came: they are decoded and made anew, so that nothing is left but what is
 * seen.
 */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { UPLOAD_MEGAPIXELS_MAX, type UploadMediaType } from '@halyard/contract/uploads/rules';
import { BusinessError } from '../../calls/errors.ts';

/** A picture made anew: its bytes, and its size in pixels as it is to be seen. */
export type MadePicture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

export type PictureMediaType = Exclude<UploadMediaType, 'application/pdf'>;

const PIXELS_MAX = UPLOAD_MEGAPIXELS_MAX * 1_000_000;
// Far above what forty megapixels take; a file that makes the decoder work longer is made for that.
const SECONDS_MAX = 60;
/** Print on papers stays readable, and files about as large as they came. */
const QUALITY = 88;
/** Of 0 to 6: as small as the default within a few percent, in half the time. */
const WEBP_EFFORT = 2;

// One thread a picture: how many pictures are worked on at a time is the queue's to say. The cache would only keep
// pictures of users in memory.
sharp.concurrency(1);
sharp.cache(false);
// Of the dozens of formats that libvips reads (SVG, TIFF, HEIF, PDF among them) no other than these three is ever
// handed any bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] });

/**
 * Makes the picture in a file anew: turned upright, in sRGB, the first frame of a moving one; without EXIF (position,
 * device), XMP, IPTC, comments, thumbnails, colour profile, or whatever hangs behind it. Throws `BusinessError`:
 * FILE_TOO_MANY_PIXELS, FILE_UNREADABLE.
 */
export async function remakePicture(path: string, mediaType: PictureMediaType): Promise<MadePicture> {
  const { format, width, height } = await readHead(path);
  // What the first bytes promise is what the decoder must find.
  if (`image/${format}` !== mediaType) throw new BusinessError('FILE_UNREADABLE');
  if (width * height > PIXELS_MAX) throw new BusinessError('FILE_TOO_MANY_PIXELS', { max: UPLOAD_MEGAPIXELS_MAX });
  const upright = open(path, { limitInputPixels: PIXELS_MAX }).autoOrient().timeout({ seconds: SECONDS_MAX });
  const { data, info } = await decoding(encoded(upright, mediaType).toBuffer({ resolveWithObject: true }));
  return { bytes: data, width: info.width, height: info.height };
}

/** Reads no pixel; so a picture that is too large costs nothing. */
function readHead(path: string): Promise<Metadata> {
  return decoding(open(path, { limitInputPixels: false }).metadata());
}

function open(path: string, options: SharpOptions): Sharp {
  // `error` and not `warning`: phones write JPEGs that decoders warn of and read without loss.
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
    // The decoder's own words help nobody who took a picture.
    throw new BusinessError('FILE_UNREADABLE');
  }
}
