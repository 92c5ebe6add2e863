export { default as Card } from './Card.svelte';
export { COLOURS, LETTERS, type Letter } from './palette';
export { default as Token } from './Token.svelte';
