/** Prints the compressed size of the first page load and fails if it exceeds the budget. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../../src/quincunx/page/dist');
const MAX_BYTES = 110_000;

const read = (path: string) => readFileSync(join(DIST, path));
const compressed = (path: string) =>
  path.endsWith('.woff2') ? read(path).length : gzipSync(read(path), { level: 9 }).length;

/** Collect a file and everything that it loads statically. */
function withImports(path: string, seen: Set<string>): void {
  if (seen.has(path)) return;
  seen.add(path);
  if (!/\.(html|js|css)$/.test(path)) return;
  const text = read(path).toString('utf-8');
  const pattern = path.endsWith('.js')
    ? /(?:from|^import|;import)\s*["']\.\/([^"']+)["']/g
    : /assets\/([^"')]+)/g;
  for (const [, name = ''] of text.matchAll(pattern)) withImports(`assets/${name}`, seen);
}

const first = new Set<string>();
withImports('index.html', first);
// What the home page loads on its own: messages, typeface and thumbnails.
for (const name of readdirSync(join(DIST, 'assets'))) {
  if (/^en-.*\.js$|\.woff2$|^Thumb-/.test(name)) withImports(`assets/${name}`, first);
}

const sizes = [...first]
  .map((path) => [compressed(path), path] as const)
  .sort((a, b) => b[0] - a[0]);
const total = sizes.reduce((sum, [size]) => sum + size, 0);
for (const [size, path] of sizes)
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${path}`);
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  in all, of ${MAX_BYTES / 1000} kB`);
process.exit(total > MAX_BYTES ? 1 : 0);
