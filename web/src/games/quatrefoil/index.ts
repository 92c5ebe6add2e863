export { default as Board } from './Board.svelte';
export { default as BoardPicture, default as Diagram } from './Diagram.svelte';
export { default as Introduction } from './Introduction.svelte';
export { default as Thumb } from './Thumb.svelte';
export type { View } from './view';
