/** An invitation as a sentence. */
import { t } from '../messages';
import type { TableInvitation } from '../wire';

export function invitationText({ by, game }: Pick<TableInvitation, 'by' | 'game'>): string {
  return t('page.friend.invites_you', { name: by.name, game: t(`${game}.name`) });
}
