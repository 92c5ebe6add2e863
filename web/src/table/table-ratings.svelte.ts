/** The ratings of the people at a table: fetched when other people sit there. */
import { shownRatingText } from '../messages/rating';
import { fetchTableRatings } from '../net/ratings-api';
import type { ShownRating, Table } from '../wire';
import { seatMembers } from './seating';

export class TableRatings {
  #byPerson = $state.raw(new Map<string, ShownRating>());
  #known = '';

  /** Fetch the ratings, unless they are those of the same people already. */
  follow(table: Table): void {
    const people = seatMembers(table).flatMap(({ person }) => (person ? [person.id] : []));
    const wanted = people.sort().join(' ');
    if (wanted === this.#known || people.length === 0) return;
    this.#known = wanted;
    fetchTableRatings(table.id).then(
      (found) => {
        this.#byPerson = new Map(found.map(({ person, rating }) => [person, rating]));
      },
      // The names are enough.
      () => {},
    );
  }

  /** “1042 ± 60”, or an empty text for a person without a rating. */
  textOf(person: string): string {
    const rating = this.#byPerson.get(person);
    return rating ? shownRatingText(rating) : '';
  }
}
