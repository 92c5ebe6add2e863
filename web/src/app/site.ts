/** What the operator says about the site; the server puts it into a tag of the page. */
import { t } from '../messages';
import type { SiteInfo } from '../wire';
import { counted } from './waiting-count.svelte';

const UNNAMED: SiteInfo = {
  name: 'Quincunx',
  contact: '',
  announcement: '',
  registration: 'open',
  texts: [],
  mail: false,
};

/** Read the tag's content; `null` if the page comes from a server without one (`make dev`). */
export function readSite(content: string | null): SiteInfo {
  return content === null ? UNNAMED : { ...UNNAMED, ...JSON.parse(content) };
}

export const site = readSite(
  document.querySelector('meta[name="site"]')?.getAttribute('content') ?? null,
);

/** The title of a page, with the site's name. */
export const pageTitle = (title: string) => counted(t('page.title', { title, site: site.name }));
