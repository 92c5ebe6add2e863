/** Keeps the current line of the score sheet visible. */
import type { Attachment } from 'svelte/attachments';

/** Scroll the sheet, and nothing else, so that a line is visible. */
export const scrollToLine =
  (line: number): Attachment<HTMLElement> =>
  (box) => {
    // A scrollable area must be reachable by keyboard.
    box.tabIndex = 0;
    const row = box.querySelector<HTMLElement>(`[data-line="${line}"]`);
    const head = box.querySelector<HTMLElement>('thead');
    const foot = box.querySelector<HTMLElement>('tfoot');
    if (!row || !head || !foot || box.scrollHeight <= box.clientHeight) return;
    const space = box.clientHeight - head.offsetHeight - foot.offsetHeight;
    const from = head.offsetHeight + (space - row.offsetHeight) / 2;
    box.scrollTop = row.offsetTop - Math.max(from, head.offsetHeight);
  };
