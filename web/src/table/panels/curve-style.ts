/** How the lines of the players differ in the analysis: by colour and by dashes. */
const COLOURS = ['B', 'R', 'G', 'P', 'O', 'K', 'Y'];
const DASHES = ['none', '7 4', '2 4', '10 4 2 4', '14 5'];

/** The palette's letter for a line. */
export const colourOf = (line: number): string => COLOURS[line % COLOURS.length] as string;

/** The `stroke-dasharray` of a line. */
export const dashesOf = (line: number): string => DASHES[line % DASHES.length] as string;
