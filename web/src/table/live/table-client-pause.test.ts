// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { TestSocket } from '../../net/test-socket';
import {
  connect,
  position,
  reposition,
  setUpTableTests,
  steps,
  update,
  welcome,
} from './test-table';

setUpTableTests();

describe('a pause that hides the game', () => {
  const covered = { covered: true, view: null, draft: null };

  it('covers the board and leaves it as it was', () => {
    const { client, live } = connect();
    client.drafts.change('half made');
    reposition(2, covered);
    expect(live.position?.covered).toBe(true);
    expect(live.shown.view).toBe('view 2');
    expect(client.drafts.draft).toBe('half made');
  });

  it('hides earlier versions too', async () => {
    const { client, live } = connect();
    update(3);
    await client.showVersion(2);
    expect(live.shown.rewound).toBe(true);
    reposition(3, covered);
    expect(live.shown.rewound).toBe(false);
    await client.showVersion(2);
    expect(live.shown.rewound).toBe(false);
  });

  it('shows the game afterwards, also to a viewer who joined during the pause', () => {
    const { live } = connect();
    TestSocket.last.deliver({ ...welcome(2, []), position: position(2, covered) });
    TestSocket.last.deliver({ type: 'update', steps: steps(0, 1, 2), position: position(2) });
    expect(live.position?.covered).toBe(false);
    expect(live.shown.view).toBe('view 2');
    expect(live.steps.map(({ version }) => version)).toEqual([0, 1, 2]);
  });
});
