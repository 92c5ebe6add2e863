/** A daily result as a picture to share: an SVG that the browser turns into a PNG. */
import { COLOURS, type Letter, SURFACES } from '../../ui/pieces/palette';
import { type ResultLines, SQUARES } from './result-text';

export const WIDTH = 1200;
export const HEIGHT = 630;
const MARGIN = 90;
/** The five squares fill the width. */
const SIDE = 180;
const GAP = 30;
const TOP = 172;
/** Colours of the filled squares, from left to right. */
const FILLS: readonly Letter[] = ['R', 'B', 'Y', 'G', 'P'];
/** The width of a character in proportion to its height, rounded up. */
const CHARACTER = 0.56;

/** The picture: heading, squares, result, place and streak, and where to play. */
export function resultSvg(
  { heading, result, filled, standing }: ResultLines,
  site: string,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="'Source Sans 3', 'Segoe UI', system-ui, sans-serif">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour('cloth')}"/>
<rect x="40" y="40" width="${WIDTH - 80}" height="${HEIGHT - 80}" rx="32" fill="${colour('sheet')}" stroke="${colour('edge')}" stroke-width="2"/>
${line(heading, 130, 56, 'ink', 700)}
${Array.from({ length: SQUARES }, (_, index) => square(index, index < filled)).join('\n')}
${line(result, 426, 54, 'ink', 600)}
${line(standing, 480, 36, 'ink-soft', 400)}
${logo(MARGIN, 514)}
<text x="${MARGIN + 62}" y="546" font-size="30" font-weight="600" fill="${colour('accent')}">${escapeXml(site)}</text>
</svg>`;
}

function line(text: string, y: number, size: number, ink: string, weight: number): string {
  const fitting = Math.min(size, (WIDTH - 2 * MARGIN) / (CHARACTER * Math.max(1, text.length)));
  return `<text x="${MARGIN}" y="${y}" font-size="${fitting.toFixed(1)}" font-weight="${weight}" fill="${colour(ink)}">${escapeXml(text)}</text>`;
}

/** Filled squares have dots too, so that colour is not the only difference. */
function square(index: number, isFilled: boolean): string {
  const { fill, mark, edge } = COLOURS[FILLS[index] ?? 'R'];
  const x = MARGIN + index * (SIDE + GAP);
  const box = `<rect x="${x}" y="${TOP}" width="${SIDE}" height="${SIDE}" rx="24" stroke-width="3"`;
  if (!isFilled)
    return `${box} fill="${colour('well')}" stroke="${colour('edge-strong')}" stroke-dasharray="10 8"/>`;
  return `${box} fill="${fill}" stroke="${edge.light}"/>${dots(x, TOP, SIDE, mark, mark)}`;
}

/** The logo, with its upper left corner there. */
function logo(x: number, y: number): string {
  const size = 44;
  const brass = SURFACES['brass']?.dark ?? '';
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="11" fill="${colour('accent')}"/>${dots(x, y, size, colour('cloth'), brass)}`;
}

/** Five dots in a square: four in the corners and one in the middle. */
function dots(x: number, y: number, size: number, corners: string, middle: string): string {
  const dot = (across: number, down: number, fill: string) =>
    `<circle cx="${x + across * size}" cy="${y + down * size}" r="${0.11 * size}" fill="${fill}"/>`;
  const ends = [0.28, 0.72];
  return [
    ...ends.flatMap((across) => ends.map((down) => dot(across, down, corners))),
    dot(0.5, 0.5, middle),
  ].join('');
}

/** The picture looks the same for everyone: in the colours of the light theme. */
function colour(surface: string): string {
  return SURFACES[surface]?.light ?? '';
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Draw an SVG of this size as a PNG. */
export async function svgToPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height);
  // The content security policy allows pictures from data: URLs, not from blob: URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('the canvas could not be saved');
  return png;
}
