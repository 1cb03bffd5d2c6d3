// Pictures of the window as small PNGs: one palette of 256 colours, and several frames as an animated PNG.
import { deflateSync, inflateSync } from 'node:zlib';
import { crc32 } from '../make-samples-zip.mjs';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The pixels (RGB, 3 bytes each) of a PNG as Chromium writes it: 8 bits, colour type 2 or 6, not interlaced. */
export function pixelsOf(png) {
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error('not a PNG as Chromium writes it');
    }
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  return { width, height, rgb: unfiltered(inflateSync(Buffer.concat(data)), width, height, channels) };
}

/** Undoes the filters of the lines (PNG, section 9) and drops the opacity. */
function unfiltered(raw, width, height, channels) {
  const stride = width * channels;
  const rgb = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const line = Buffer.from(raw.subarray(start + 1, start + 1 + stride));
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : line[x - channels];
      const corner = x < channels ? 0 : above[x - channels];
      line[x] += PREDICTORS[raw[start]](left, above[x], corner);
    }
    for (let x = 0; x < width; x++) line.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3);
    above = line;
  }
  return rgb;
}

const PREDICTORS = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    return a <= b && a <= c ? left : b <= c ? up : corner;
  },
];

/** The most frequent colours over all frames; others become the nearest of these. */
function paletteOf(frames) {
  const counts = new Map();
  for (const { rgb } of frames)
    for (let at = 0; at < rgb.length; at += 3) {
      const colour = rgb.readUIntBE(at, 3);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => colour);
}

function nearestIn(palette) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (const [index, other] of palette.entries()) {
      const apart = [16, 8, 0].reduce(
        (sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2,
        0,
      );
      if (apart < least) [best, least] = [index, apart];
    }
    known.set(colour, best);
    return best;
  };
}

/**
 * One PNG of pictures of one size: a still one, or an animated one (APNG) that shows each for `ms` milliseconds. A reader
 * that knows no animation shows the first.
 */
export function pngOf(frames, ms = 0) {
  const [{ width, height }] = frames;
  const palette = paletteOf(frames);
  const nearest = nearestIn(palette);
  const header = Buffer.from([...u32(width), ...u32(height), 8, 3, 0, 0, 0]);
  const colours = Buffer.from(palette.flatMap((colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]));
  const chunks = [chunk('IHDR', header), chunk('PLTE', colours)];
  const animated = frames.length > 1;
  if (animated) chunks.push(chunk('acTL', Buffer.from([...u32(frames.length), ...u32(0)])));
  let number = 0;
  for (const [index, { rgb }] of frames.entries()) {
    const control = [
      ...u32(width),
      ...u32(height),
      ...u32(0),
      ...u32(0),
      ms >> 8,
      ms & 255,
      1000 >> 8,
      1000 & 255,
      0,
      0,
    ];
    if (animated) chunks.push(chunk('fcTL', Buffer.from([...u32(number++), ...control])));
    const data = indexed(rgb, width, height, nearest);
    chunks.push(index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([Buffer.from(u32(number++)), data])));
  }
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function indexed(rgb, width, height, nearest) {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = nearest(rgb.readUIntBE((y * width + x) * 3, 3));
  return deflateSync(lines, { level: 9, memLevel: 9 });
}

const u32 = (value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

function chunk(type, body) {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  return Buffer.concat([Buffer.from(u32(body.length)), checked, Buffer.from(u32(crc32(checked)))]);
}
