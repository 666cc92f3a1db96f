import { PictureType } from './document-analysis.enum.ts';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
/** `IHDR`, the first chunk of a PNG, and the offsets of its name, width and height (PNG, 5.3 and 11.2.1). */
const PNG_HEADER_NAME = 0x49484452;
const PNG_HEADER_NAME_AT = 12;
const PNG_WIDTH_AT = 16;
const PNG_HEIGHT_AT = 20;
const PNG_SIDE_MAX = 2 ** 31 - 1;
/** Standalone JPEG markers, which have no length (ITU-T T.81, B.1.1.3): TEM and RST0 to RST7. */
const JPEG_ALONE = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];
/** End of image and start of scan: no frame header follows them. */
const JPEG_END = [0xd9, 0xda];
/** Markers between SOF0 and SOF15 that are not frames: DHT, JPG and DAC. */
const JPEG_NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** Returns the format of a picture by its first bytes, whatever its file name; undefined for other formats. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(PNG_SIGNATURE)) return PictureType.PNG;
  return begins(JPEG_SIGNATURE) ? PictureType.JPEG : undefined;
}

/**
 * Checks whether the header of a picture contains a width and a height. It follows the headers by their lengths and
 * never searches for one: a library that searches takes 160 ms for a hostile megabyte.
 */
export function isReadable(bytes: Uint8Array, type: PictureType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return type === PictureType.PNG ? isReadablePng(view) : isReadableJpeg(view);
}

function isReadablePng(view: DataView): boolean {
  if (view.byteLength < PNG_HEIGHT_AT + 4 || view.getUint32(PNG_HEADER_NAME_AT) !== PNG_HEADER_NAME) return false;
  const sides = [view.getUint32(PNG_WIDTH_AT), view.getUint32(PNG_HEIGHT_AT)];
  return sides.every((side) => side >= 1 && side <= PNG_SIDE_MAX);
}

function isReadableJpeg(view: DataView): boolean {
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (JPEG_END.includes(marker)) return false;
    if (isFrame(marker)) return at + 9 <= view.byteLength && view.getUint16(at + 5) > 0 && view.getUint16(at + 7) > 0;
    at += lengthOfSegment(view, at, marker);
  }
  return false;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !JPEG_NO_FRAMES.includes(marker);
}

/** 0xff before a marker can be repeated; a length includes its own two bytes. */
function lengthOfSegment(view: DataView, at: number, marker: number): number {
  if (marker === 0xff) return 1;
  return JPEG_ALONE.includes(marker) ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
}
