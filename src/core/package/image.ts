import { err, failure, ok, type Result } from '../../shared/result';

/** What a picture says of itself before it is decoded. Pixels. */
export interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Pixels that are decoded at most: four bytes each, so 200 MB. */
export const MOST_PIXELS = 50_000_000;

type SizeReader = (view: DataView) => readonly [width: number, height: number] | null;

const PNG = 0x89504e47;
const GIF = 0x47494638;
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const IHDR = 0x49484452;

const FORMATS: ReadonlyArray<readonly [ImageHead['type'], is: (view: DataView) => boolean, size: SizeReader]> = [
  ['image/png', (view) => view.getUint32(0) === PNG, pngSize],
  ['image/jpeg', (view) => view.getUint32(0) >>> 8 === 0xffd8ff, jpegSize],
  ['image/gif', (view) => view.getUint32(0) === GIF, (view) => [view.getUint16(6, true), view.getUint16(8, true)]],
  ['image/webp', (view) => view.getUint32(0) === RIFF && view.getUint32(8) === WEBP, webpSize],
];

/**
 * Reads the kind and the dimensions of a PNG, JPEG, GIF or WebP from its header, decoding nothing: so that a small file
 * that claims a huge picture is refused before anything is allocated for it. Fails where it is no such picture
 * (`not-an-image`), where its header has no size (`image-broken`) and over `most` pixels (`image-too-large`).
 */
export function imageHead(bytes: Uint8Array, most = MOST_PIXELS): Result<ImageHead> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = bytes.length >= 12 ? FORMATS.find(([, is]) => is(view)) : undefined;
  if (!format)
    return err(failure('not-an-image', 'This is no PNG, JPEG, GIF or WebP picture.', 'Look at its bytes in hex.'));
  const [width, height] = sizeOf(format[2], view) ?? [0, 0];
  if (width === 0 || height === 0)
    return err(failure('image-broken', 'The header of the picture names no size.', 'Look at its bytes in hex.'));
  if (width * height > most)
    return err(
      failure(
        'image-too-large',
        `The picture claims ${width} by ${height} pixels, more than the ${most / 1_000_000} million that are shown.`,
        'Save it and open it in a program for large pictures, if you trust it.',
      ),
    );
  return ok({ type: format[0], width, height });
}

/** A header that ends early has no size. */
function sizeOf(read: SizeReader, view: DataView): readonly [number, number] | null {
  try {
    return read(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG 11.2.2: the first chunk is IHDR. */
function pngSize(view: DataView): readonly [number, number] | null {
  return view.getUint32(12) === IHDR ? [view.getUint32(16), view.getUint32(20)] : null;
}

/** The first frame header (SOF0…SOF15 but for DHT, JPG and DAC) behind the segments before it. JPEG B.1.1.3. */
function jpegSize(view: DataView): readonly [number, number] | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + view.getUint16(at + 2);
  }
}

const three = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

/** RFC 9649: the canvas of VP8X, else the size of the one VP8 or VP8L picture. */
function webpSize(view: DataView): readonly [number, number] | null {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503858) return [three(view, 24) + 1, three(view, 27) + 1];
  if (chunk === 0x56503820) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (chunk !== 0x5650384c) return null;
  const packed = view.getUint32(21, true);
  return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1];
}
