/** The page's sounds, as data: soft wooden clicks and muted mallet tones. */

/** A strike on wood or on a tone bar. */
export interface Strike {
  on: 'wood' | 'bar';
  /** Pitch in hertz. */
  hz: number;
  /** Start after the beginning of the sound, and time until silence, in milliseconds. */
  atMs: number;
  forMs: number;
  /** Loudness, up to 1. */
  gain: number;
}

const wood = (hz: number, atMs = 0, gain = 0.5, forMs = 70): Strike => ({
  on: 'wood',
  hz,
  atMs,
  forMs,
  gain,
});
const bar = (hz: number, atMs = 0, gain = 0.3, forMs = 420): Strike => ({
  on: 'bar',
  hz,
  atMs,
  forMs,
  gain,
});

const [C4, E4, G4, C5, E5, G5, A5, C6] = [262, 330, 392, 523, 659, 784, 880, 1047];

export const SOUNDS = {
  place: [wood(330)],
  rotate: [wood(560, 0, 0.3, 45), wood(470, 55, 0.25, 50)],
  roll: [
    wood(420, 0, 0.4),
    wood(510, 70, 0.35),
    wood(380, 130, 0.4),
    wood(470, 210, 0.3),
    wood(430, 310, 0.32),
    wood(360, 430, 0.26),
    wood(400, 560, 0.2),
    wood(340, 680, 0.16),
  ],
  score: [bar(C5), bar(E5, 90)],
  largeScore: [bar(C5, 0, 0.26), bar(E5, 75, 0.26), bar(G5, 150, 0.26), bar(C6, 225, 0.26, 600)],
  win: [
    bar(C5, 0, 0.24),
    bar(G4, 0, 0.2),
    bar(E5, 130, 0.24),
    bar(G5, 260, 0.24),
    bar(C6, 390, 0.24, 580),
    bar(C5, 390, 0.16, 580),
  ],
  lose: [bar(G4, 0, 0.24, 500), bar(E4, 170, 0.24, 520), bar(C4, 340, 0.22, 620)],
  turn: [bar(E5, 0, 0.26), bar(A5, 130, 0.26, 480)],
  lowTime: [wood(780, 0, 0.32, 40), wood(780, 180, 0.32, 40), bar(G4, 360, 0.2, 300)],
} as const satisfies Record<string, readonly Strike[]>;

export type SoundName = keyof typeof SOUNDS;

/** Duration of a sound in milliseconds. */
export function lengthMs(strikes: readonly Strike[]): number {
  return Math.max(...strikes.map(({ atMs, forMs }) => atMs + forMs));
}
