/**
 * Keeps the keyboard focus when its element disappears.
 *
 * When the focused element is removed, hidden or made inert, browsers move the focus to `<body>`,
 * and people who use a keyboard or a screen reader start again at the top of the page. `keepFocus`
 * moves it to the next best place instead:
 *
 * 1. back to where it was, if it had only been moved away and that control is there again;
 * 2. to an element that has just appeared and asks for it with `data-catches-focus`;
 * 3. to the nearest control in the smallest surrounding group that still has one;
 * 4. to the surrounding region, such as the board.
 *
 * If the lost control reappears before the person has moved on, it gets the focus back.
 */

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
const REGIONS = 'section[tabindex], dialog, main';
/** Temporary elements above the page. */
const PASSING = 'dialog, [data-returns-focus]';
const CATCHERS = '[data-catches-focus]';
/** Attributes that identify a control, also after it was rendered again. */
const NAMES = ['id', 'data-move', 'data-tool', 'data-turn', 'data-die', 'data-cell', 'data-card'];
const REMEMBERED_VISITS = 8;

/** An element that had the focus, and where it was. */
interface Visit {
  element: HTMLElement;
  /** Its ancestors, innermost first, each with the siblings that followed. */
  trail: { parent: Element; following: Element[] }[];
  /** Finds the same control after it was rendered again. */
  selector: string | null;
}

/** Keep the focus inside `root`; the returned function stops it. */
export function keepFocus(root: HTMLElement): () => void {
  let visits: Visit[] = [];
  let current: Visit | null = null;
  /** The element that we moved the focus away from, until the person moves it. */
  let displaced: Visit | null = null;

  function onfocusin({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    current = visitOf(target);
    visits = [current, ...visits].slice(0, REMEMBERED_VISITS);
    displaced = null;
  }

  function onfocusout(): void {
    const left = current;
    // By then, a script that removes the element has done so.
    queueMicrotask(() => {
      if (current !== left || !left || hasFocus(left.element)) return;
      if (canHaveFocus(left.element)) {
        current = null;
        return;
      }
      // What appeared in the same step may ask for the focus.
      onchange(observer.takeRecords());
      if (current === left) recover(left, changes);
    });
  }

  function onkeydown(): void {
    if (!current?.element.matches(REGIONS)) displaced = null;
  }

  // Whether an element is visible depends on the layout. In the next frame the layout is computed
  // anyway; to ask now would compute it twice, while the person waits for the first paint.
  let changes: MutationRecord[] = [];
  let frame = 0;

  function onchange(records: MutationRecord[]): void {
    changes.push(...records);
    // A hidden page has no frames.
    if (document.hidden) check();
    else if (!frame) frame = requestAnimationFrame(check);
  }

  function check(): void {
    const records = changes;
    cancelAnimationFrame(frame);
    frame = 0;
    changes = [];
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
    cancelAnimationFrame(frame);
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

/** The control that had the focus, or the one rendered in its place. */
function again({ element, trail, selector }: Visit): HTMLElement | null {
  if (canHaveFocus(element)) return element;
  const region = trail.find(({ parent }) => parent.isConnected && parent.matches(REGIONS))?.parent;
  const found = selector === null ? null : region?.querySelector<HTMLElement>(selector);
  return found && canHaveFocus(found) ? found : null;
}

/** The last of the new elements that ask for the focus. */
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

/** After a dialog or a toast closes, the element that had the focus before. */
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
