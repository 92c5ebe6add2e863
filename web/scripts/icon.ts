/** Draws the logo as a PNG, for systems that do not support SVG icons on home screens. */
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

interface Shape {
  colour: Colour;
  /** Signed distance from a point to the shape's outline; negative inside. */
  distance: (x: number, y: number) => number;
}

/** Width of the logo's square, in SVG units. */
const LOGO_SIDE = 32;
/** A maskable icon may be cropped to a circle of 80% of its width; the dots stay inside it. */
const MASK_SAFE_ZONE = 0.8;

/**
 * Render the logo. With `masked` the background fills the whole square, because the system crops
 * the icon itself.
 */
export function icon(logo: string, size: number, masked = false): Buffer {
  const zoom = masked ? MASK_SAFE_ZONE : 1;
  const [ground, ...dots] = shapes(logo, masked);
  const pixels = Buffer.alloc(size * size * 4);
  for (let index = 0; index < size * size; index++) {
    const x = toLogoCoordinate(index % size, size, zoom);
    const y = toLogoCoordinate(Math.floor(index / size), size, zoom);
    for (const shape of ground ? [ground, ...dots] : dots) {
      const outside = (shape.distance(x, y) * size * zoom) / LOGO_SIDE;
      paint(pixels, index * 4, shape.colour, Math.min(1, Math.max(0, 0.5 - outside)));
    }
  }
  return png(pixels, size);
}

/** Convert a pixel index to the SVG coordinate of the pixel's centre. */
function toLogoCoordinate(pixel: number, size: number, zoom: number): number {
  return LOGO_SIDE / 2 + (((pixel + 0.5) / size - 0.5) * LOGO_SIDE) / zoom;
}

/** Blend a colour over a pixel. */
function paint(pixels: Buffer, at: number, colour: Colour, cover: number): void {
  const below = ((pixels[at + 3] ?? 0) / 255) * (1 - cover);
  const alpha = cover + below;
  if (alpha === 0) return;
  for (const [channel, value] of colour.entries()) {
    const there = pixels[at + channel] ?? 0;
    pixels[at + channel] = Math.round((value * cover + there * below) / alpha);
  }
  pixels[at + 3] = Math.round(alpha * 255);
}

/** Read the background and the dots from the logo's SVG, which contains nothing else. */
function shapes(logo: string, masked: boolean): Shape[] {
  const colours = new Map(
    [...logo.matchAll(/\.(\w+) \{ fill: #(\w{6}) \}/g)].map(([, name, hex]) => [name, rgb(hex)]),
  );
  const colourOf = (name = ''): Colour => colours.get(name) ?? [0, 0, 0];
  const [, ground, corner] = /<rect class="(\w+)".* rx="([\d.]+)"/.exec(logo) ?? [];
  const dots = logo.matchAll(/<circle class="(\w+)" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g);
  return [
    {
      colour: colourOf(ground),
      distance: masked ? () => Number.NEGATIVE_INFINITY : square(Number(corner)),
    },
    ...[...dots].map(([, name, cx, cy, r]) => ({
      colour: colourOf(name),
      distance: (x: number, y: number) => Math.hypot(x - Number(cx), y - Number(cy)) - Number(r),
    })),
  ];
}

/** Distance to a rounded square that fills the icon. */
function square(corner: number): Shape['distance'] {
  return (x, y) => {
    const across = Math.abs(x - LOGO_SIDE / 2) - LOGO_SIDE / 2 + corner;
    const down = Math.abs(y - LOGO_SIDE / 2) - LOGO_SIDE / 2 + corner;
    const inside = Math.min(0, Math.max(across, down));
    return Math.hypot(Math.max(0, across), Math.max(0, down)) + inside - corner;
  };
}

function rgb(hex = ''): Colour {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Encode RGBA pixels as a PNG file without filters. */
function png(pixels: Buffer, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: size }, (_, row) => [
    Buffer.from([0]),
    pixels.subarray(row * size * 4, (row + 1) * size * 4),
  ]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
