/** Turns sounds into Web Audio nodes. */
import type { Strike } from './sounds';

/** A struck bar sounds an overtone two octaves above, which fades much sooner. */
const OVERTONE = { ratio: 4, gain: 0.16, share: 0.25 };
const ATTACK_S = 0.004;
/** Exponential ramps cannot reach zero. */
const SILENCE = 0.0001;
/** Takes the edge off everything. */
const DAMPING_HZ = 4200;
const NOISE_S = 0.1;
/** Wood is noise around its pitch and a short tone below it. */
const WOOD = { noise: 1.5, tone: 0.45, width: 2.5 };

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Schedule a sound to begin at a time of the context, in seconds. */
export function schedule(
  context: BaseAudioContext,
  strikes: readonly Strike[],
  volume: number,
  at: number,
): void {
  const damping = new BiquadFilterNode(context, { type: 'lowpass', frequency: DAMPING_HZ });
  const master = new GainNode(context, { gain: volume });
  damping.connect(master).connect(context.destination);
  for (const strike of strikes) {
    const start = at + strike.atMs / 1000;
    if (strike.on === 'wood') strikeWood(damping, strike, start);
    else strikeBar(damping, strike, start);
  }
}

function strikeBar(output: AudioNode, { hz, gain, forMs }: Strike, at: number): void {
  const seconds = forMs / 1000;
  tone(output, hz, gain, at, seconds);
  tone(output, hz * OVERTONE.ratio, gain * OVERTONE.gain, at, seconds * OVERTONE.share);
}

function strikeWood(output: AudioNode, { hz, gain, forMs }: Strike, at: number): void {
  const { context } = output;
  const seconds = forMs / 1000;
  const noise = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  const pitch = new BiquadFilterNode(context, {
    type: 'bandpass',
    frequency: hz * 2,
    Q: WOOD.width,
  });
  noise.connect(pitch).connect(fading(output, gain * WOOD.noise, at, seconds / 2));
  noise.start(at);
  noise.stop(at + seconds);
  tone(output, hz, gain * WOOD.tone, at, seconds);
}

function tone(output: AudioNode, hz: number, gain: number, at: number, seconds: number): void {
  const source = new OscillatorNode(output.context, { type: 'sine', frequency: hz });
  source.connect(fading(output, gain, at, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/** A gain that rises at once and fades away. */
function fading(output: AudioNode, gain: number, at: number, seconds: number): GainNode {
  const node = new GainNode(output.context, { gain: 0 });
  node.gain.setValueAtTime(SILENCE, at);
  node.gain.exponentialRampToValueAtTime(gain, at + ATTACK_S);
  node.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
  node.connect(output);
  return node;
}

function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const length = Math.ceil(NOISE_S * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = 2 * Math.random() - 1;
  noises.set(context, buffer);
  return buffer;
}
