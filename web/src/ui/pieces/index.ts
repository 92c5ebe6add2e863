export { default as Card } from './Card.svelte';
export { default as Die } from './Die.svelte';
export { COLOURS, LETTERS, type Letter } from './palette';
export { default as Tile } from './Tile.svelte';
export { default as Token } from './Token.svelte';
