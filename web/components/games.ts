export const GAMES = ['quivvit', 'qwirkle_cards', 'pivit', 'quatrefoil', 'coloryam'] as const;
