/** Makes the page an installable app: manifest, icons and service worker. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type HtmlTagDescriptor, type Plugin } from 'vite';
import { icon } from './icon.ts';

const ICONS = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-masked.png', size: 512, purpose: 'maskable' },
] as const;
const APPLE_ICON = { file: 'icon-apple.png', size: 180 };

export function installable(web: string, messages: string): Plugin {
  const read = (file: string) => readFileSync(join(web, file), 'utf-8');
  const { surfaces } = JSON.parse(read('../src/quincunx/pictures/palette.json'));
  const background: string = surfaces.cloth.light;

  return {
    name: 'installable',
    transformIndexHtml: () => tags(background),
    generateBundle: {
      // The HTML must exist already: the service worker lists the files that it loads.
      order: 'post',
      async handler(_, bundle) {
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source });
        const { 'page.name': name } = JSON.parse(readFileSync(messages, 'utf-8'));
        const logo = read('src/ui/logo.svg');
        for (const { file, size, purpose } of ICONS) {
          emit(file, icon(logo, size, purpose === 'maskable'));
        }
        emit(APPLE_ICON.file, icon(logo, APPLE_ICON.size, true));
        emit('manifest.webmanifest', JSON.stringify(manifest(name, background), null, 2));
        emit('sw.js', await worker(join(web, 'worker/sw.ts'), constants(bundle)));
      },
    },
  };
}

function tags(background: string): HtmlTagDescriptor[] {
  return [
    inHead('meta', { name: 'theme-color', content: background }),
    inHead('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    inHead('link', { rel: 'apple-touch-icon', href: `/${APPLE_ICON.file}` }),
  ];
}

function inHead(tag: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag, attrs, injectTo: 'head' };
}

function manifest(name: string, background: string) {
  return {
    id: '/',
    name,
    start_url: '/',
    display: 'standalone',
    background_color: background,
    theme_color: background,
    icons: ICONS.map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  };
}

/** The English messages of all pages, without the games'. */
const ENGLISH = /^\0virtual:messages\/en(\/later)?$/;

type Bundle = Parameters<
  Extract<NonNullable<Plugin['generateBundle']>, (...args: never[]) => unknown>
>[1];

/**
 * Constants compiled into the service worker: the files that the first page needs, and a version.
 */
function constants(bundle: Bundle): Record<string, string> {
  const index = bundle['index.html'];
  const html = index?.type === 'asset' ? String(index.source) : '';
  const english = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some((id) => ENGLISH.test(id))
      ? [`/${file.fileName}`]
      : [],
  );
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  const shell = [...new Set(['/', ...files, ...english])];
  const version = createHash('sha256').update(html).update(shell.join()).digest('hex').slice(0, 12);
  return { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) };
}

/** Build the worker as a single script: not every browser supports module workers. */
async function worker(entry: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  return result && 'output' in result ? result.output[0].code : '';
}
