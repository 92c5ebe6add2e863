/** Arrow keys step through a game, wherever they have no other meaning. */
export interface StepActions {
  step: (by: number) => void;
  start: () => void;
  end: () => void;
  toggle?: () => void;
}

const OWN_ARROWS =
  'input, select, textarea, dialog, [contenteditable], [role="spinbutton"], [role="slider"], [role="radiogroup"], [role="grid"]';
const OWN_SPACE = `${OWN_ARROWS}, button, a, summary`;

export function handleStepKeys(event: KeyboardEvent, steps: StepActions): void {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const acts: Record<string, (() => void) | undefined> = {
    ArrowLeft: () => steps.step(-1),
    ArrowRight: () => steps.step(1),
    Home: steps.start,
    End: steps.end,
    ' ': steps.toggle,
  };
  const act = acts[event.key];
  if (!act || target?.closest(event.key === ' ' ? OWN_SPACE : OWN_ARROWS)) return;
  event.preventDefault();
  act();
}
