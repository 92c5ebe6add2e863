/** Preloads the typeface in the HTML and adds its licence to the build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

export function typeface(packages: string): Plugin {
  return {
    name: 'typeface',
    apply: 'build',
    generateBundle() {
      const licence = join(packages, '@fontsource-variable/source-sans-3/LICENSE');
      const source = readFileSync(licence);
      this.emitFile({ type: 'asset', fileName: 'assets/source-sans-3-licence.txt', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map(preload),
    },
  };
}

function preload(file: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}` };
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
