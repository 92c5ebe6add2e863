/** Ratings as they are shown beside names. */
import type { ShownRating } from '../wire';
import { t } from '.';

/** “1042 ± 60”; “1042? ± 190” while it is provisional. */
export function shownRatingText({ rating, uncertainty, provisional }: ShownRating): string {
  return t(provisional ? 'page.rating.provisional' : 'page.rating.value', {
    rating: String(rating),
    uncertainty: String(uncertainty),
  });
}

/** “Ada 1042 ± 60”; the name alone without a rating. */
export function ratedName(name: string, rating: ShownRating | null | undefined): string {
  return rating ? t('page.rating.named', { name, rating: shownRatingText(rating) }) : name;
}
