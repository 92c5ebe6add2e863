/**
 * Keyboard focus that does not get lost.
 *
 * When the element with the focus goes away (removed, hidden, made inert), browsers move the focus
 * to `<body>`, and people who use a keyboard or a screen reader start again at the top of the page.
 * `keepFocus` moves it to the next best place instead:
 *
 * 1. back to where it was, if it had only been moved away and that control is there again;
 * 2. to an element that has just appeared and asks for it with `data-catches-focus`;
 * 3. to the nearest control in the smallest surrounding group that still has one;
 * 4. to the surrounding region, such as the board.
 *
 * If the lost control comes back before the person has gone on, the focus goes back to it.
 */

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
const REGIONS = 'section[tabindex], dialog, main';
/** What lies over the page for a while. */
const PASSING = 'dialog, [data-returns-focus]';
const CATCHERS = '[data-catches-focus]';
/** Attributes that tell one control from the others of its kind, also after it was drawn anew. */
const NAMES = ['id', 'data-move', 'data-tool', 'data-turn', 'data-die', 'data-cell', 'data-card'];
const REMEMBERED_VISITS = 8;

/** An element that had the focus, and where it was. */
interface Visit {
  element: HTMLElement;
  /** Its ancestors, the innermost first, each with the elements that followed on the way there. */
  trail: { parent: Element; following: Element[] }[];
  /** Finds the same control after it was drawn anew. */
  selector: string | null;
}

/** Keep the focus inside `root`; the function that is returned stops it. */
export function keepFocus(root: HTMLElement): () => void {
  let visits: Visit[] = [];
  let current: Visit | null = null;
  /** What we moved the focus away from, until the person moves it on. */
  let displaced: Visit | null = null;

  function onfocusin({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    current = visitOf(target);
    visits = [current, ...visits].slice(0, REMEMBERED_VISITS);
    displaced = null;
  }

  function onfocusout(): void {
    const left = current;
    // A script that takes the element away has done so by then.
    queueMicrotask(() => {
      if (current !== left || !left || hasFocus(left.element)) return;
      if (canHaveFocus(left.element)) current = null;
      else recover(left, []);
    });
  }

  function onkeydown(): void {
    if (!current?.element.matches(REGIONS)) displaced = null;
  }

  function onchange(records: MutationRecord[]): void {
    if (!current) return;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (!nowhere && !hasFocus(current.element)) return;
    if (!canHaveFocus(current.element)) recover(current, records);
    else if (displaced) give(again(displaced), null);
  }

  function recover(lost: Visit, records: readonly MutationRecord[]): void {
    const back = displaced && again(displaced);
    if (back) give(back, null);
    else give(appearedIn(records) ?? openerOf(lost, visits) ?? nearestTo(lost), lost);
  }

  function give(to: HTMLElement | null, from: Visit | null): void {
    if (!to) return;
    to.focus({ preventScroll: true });
    displaced = from;
  }

  const observer = new MutationObserver(onchange);
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['inert', 'hidden', 'disabled', 'tabindex'],
  });
  root.addEventListener('focusin', onfocusin);
  root.addEventListener('focusout', onfocusout);
  root.addEventListener('keydown', onkeydown, true);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', onfocusin);
    root.removeEventListener('focusout', onfocusout);
    root.removeEventListener('keydown', onkeydown, true);
  };
}

function visitOf(element: HTMLElement): Visit {
  const trail: Visit['trail'] = [];
  for (let at: Element = element; at.parentElement; at = at.parentElement) {
    const siblings = [...at.parentElement.children];
    const following = siblings.slice(siblings.indexOf(at) + 1);
    trail.push({ parent: at.parentElement, following });
  }
  return { element, trail, selector: selectorOf(element) };
}

function selectorOf(element: HTMLElement): string | null {
  const name = NAMES.find((each) => element.hasAttribute(each));
  return name ? `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]` : null;
}

const hasFocus = (element: Element) => document.activeElement === element;

function canHaveFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.closest('[inert]') &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** The control that had the focus, or the one that was drawn in its place. */
function again({ element, trail, selector }: Visit): HTMLElement | null {
  if (canHaveFocus(element)) return element;
  const region = trail.find(({ parent }) => parent.isConnected && parent.matches(REGIONS))?.parent;
  const found = selector === null ? null : region?.querySelector<HTMLElement>(selector);
  return found && canHaveFocus(found) ? found : null;
}

/** What has just appeared and asks for the focus; of several, the one that comes last. */
function appearedIn(records: readonly MutationRecord[]): HTMLElement | null {
  const added = records
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node instanceof HTMLElement);
  const asking = added.flatMap((node) => [
    ...(node.matches(CATCHERS) ? [node] : []),
    ...node.querySelectorAll<HTMLElement>(CATCHERS),
  ]);
  return asking.findLast(canHaveFocus) ?? null;
}

/** A dialog that has closed, and a note, give the focus back to where it was before. */
function openerOf(lost: Visit, visits: readonly Visit[]): HTMLElement | null {
  const over = lost.trail.find(({ parent }) => parent.matches(PASSING))?.parent;
  if (!over || (over instanceof HTMLDialogElement && over.open)) return null;
  const before = visits.find(({ trail }) => !trail.some(({ parent }) => parent === over));
  return before ? (again(before) ?? nearestTo(before)) : null;
}

function nearestTo({ trail }: Visit): HTMLElement | null {
  for (const { parent, following } of trail) {
    if (!(parent instanceof HTMLElement) || !canHaveFocus(parent)) continue;
    const controls = [...parent.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (control) => control.tabIndex >= 0 && canHaveFocus(control),
    );
    const next = controls.find((control) => following.some((each) => each.contains(control)));
    const nearest = next ?? controls.at(-1);
    if (nearest) return nearest;
    if (parent.matches(REGIONS)) return parent;
  }
  return null;
}
