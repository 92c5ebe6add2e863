/** A change of a rating. */
import { language, t } from '../../messages';

/** “Rating +12 → 1534”, as ratings are written everywhere: without a separator. */
export function ratingText(change: number, rating: number): string {
  const signed = new Intl.NumberFormat(language(), {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const plain = new Intl.NumberFormat(language(), {
    maximumFractionDigits: 0,
    useGrouping: false,
  });
  return t('page.end.rating', {
    change: signed.format(change).replace('-', '−'),
    rating: plain.format(rating),
  });
}
