import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { type FrameRequest, VISEMES } from '../face.ts';
import { Director } from './director.ts';
import type { FacePose } from './face-pose.ts';
import { NO_HABITS } from './habits.ts';
import { MouthRig, type SpeechShape } from './mouth-rig.ts';
import { Spring } from './spring.ts';

const request = (i: number, more: Partial<FrameRequest> = {}): FrameRequest => ({
  index: i,
  ptsMs: i * 40,
  state: 'idle',
  visemes: null,
  energy: 0,
  ...more,
});

function watch(director: Director, frames: number, more: Partial<FrameRequest> = {}): FacePose[] {
  return Array.from({ length: frames }, (_, i) => director.pose(request(i, more)));
}

const weights = (viseme: (typeof VISEMES)[number], weight = 1) => {
  const out = new Float32Array(VISEMES.length);
  out[VISEMES.indexOf(viseme)] = weight;
  return out;
};

/** Returns how far a pose parts the lips: the jaw opening that they do not compensate, plus their own parting. */
const parted = (pose: Record<SpeechShape, number>) =>
  pose.jawOpen - pose.mouthClose + pose.mouthLowerDownLeft + pose.mouthUpperUpLeft + pose.mouthFunnel;

describe('Spring', () => {
  it('reaches its target without overshoot, at any step', () => {
    for (const seconds of [0.001, 0.04, 1, 30]) {
      const spring = new Spring();
      let last = 0;
      for (let i = 0; i < 2 / seconds + 5; i++) {
        const now = spring.step(1, 40, seconds);
        expect(now).toBeGreaterThanOrEqual(last - 1e-12);
        expect(now).toBeLessThanOrEqual(1 + 1e-12);
        last = now;
      }
      expect(last).toBeCloseTo(1, 6);
    }
  });

  it('moves as far in one step as in many', () => {
    const one = new Spring();
    const many = new Spring();
    one.step(1, 8, 0.4);
    for (let i = 0; i < 10; i++) many.step(1, 8, 0.04);
    expect(one.position).toBeCloseTo(many.position, 10);
  });
});

describe('MouthRig', () => {
  it.each(['aa', 'E', 'O', 'nn'] as const)('shuts the lips for a PP that is blended with %s', (neighbour) => {
    const rig = new MouthRig();
    const blend = weights('PP', 0.65);
    blend[VISEMES.indexOf(neighbour)] = 0.35;
    for (let i = 0; i < 5; i++) rig.step(weights(neighbour), 0.04);
    for (let i = 0; i < 2; i++) rig.step(blend, 0.04);
    expect(parted(rig.pose)).toBeLessThan(0.025);
    for (let i = 0; i < 3; i++) rig.step(weights(neighbour), 0.04);
    expect(parted(rig.pose)).toBeGreaterThan(0.2);
  });
});

it('keeps lips shut for 80 ms, however short the sound, and opens them at once if the mouth was at rest', () => {
  const shutFrames = (before: 'aa' | null) => {
    const rig = new MouthRig();
    for (let i = 0; i < 10; i++) rig.step(before && weights(before), 0.01);
    for (let i = 0; i < 2; i++) rig.step(weights('PP'), 0.01);
    let frames = 2;
    for (; frames < 40 && rig.step(weights('aa'), 0.01) && rig.lipConstraint > 0.8; frames++);
    return frames;
  };
  expect(shutFrames('aa')).toBeGreaterThanOrEqual(7);
  expect(shutFrames('aa')).toBeLessThan(12);
  expect(shutFrames(null)).toBeLessThan(4);
});

it('limits the speed of the jaw, at any frame rate', () => {
  for (const step of [0.01, 0.04, 0.1]) {
    const rig = new MouthRig();
    let jaw = 0;
    for (let i = 0; i < 60; i++) {
      const now = rig.step(weights(i % 4 < 2 ? 'aa' : 'SS'), step, 1).jawOpen;
      expect(now - jaw).toBeLessThanOrEqual(3.5 * step + 1e-9);
      expect(jaw - now).toBeLessThanOrEqual(4 * step + 1e-9);
      jaw = now;
    }
  }
});

it('opens less for a syllable that is weaker than its neighbours', () => {
  const jaw = (energy: number) => {
    const rig = new MouthRig();
    for (let i = 0; i < 25; i++) rig.step(weights('E'), 0.04, 0.8);
    for (let i = 0; i < 3; i++) rig.step(weights('E'), 0.04, energy);
    return rig.pose.jawOpen;
  };
  expect(jaw(0.55)).toBeLessThan(0.8 * jaw(0.8));
});

it.each(['DD', 'nn', 'TH'] as const)('shows the tip of the tongue on %s, and not on aa', (viseme) => {
  const rig = new MouthRig();
  for (let i = 0; i < 10; i++) rig.step(weights(viseme), 0.04);
  expect(rig.pose.tongueUp + rig.pose.tongueOut).toBeGreaterThan(0.8);
  expect(rig.pose.tongueOut).toBeGreaterThan(0.05);
  for (let i = 0; i < 10; i++) rig.step(weights('aa'), 0.04);
  expect(rig.pose.tongueUp + rig.pose.tongueOut).toBeLessThan(0.01);
});

it('gives syllables of the same sound and loudness different sizes and slants', () => {
  const numbers = seededRandom(3);
  const rig = new MouthRig(NO_HABITS, numbers);
  const said = Array.from({ length: 8 }, () => {
    for (let i = 0; i < 4; i++) rig.step(weights('SS'), 0.04);
    for (let i = 0; i < 5; i++) rig.step(weights('E'), 0.04);
    const { jawOpen, mouthStretchLeft, mouthStretchRight } = rig.pose;
    return { jawOpen, lean: mouthStretchLeft / mouthStretchRight };
  });
  const jaws = said.map(({ jawOpen }) => jawOpen);
  expect(Math.max(...jaws) / Math.min(...jaws)).toBeGreaterThan(1.1);
  expect(Math.max(...jaws) / Math.min(...jaws)).toBeLessThan(1.5);
  const leans = said.map(({ lean }) => lean);
  expect(Math.min(...leans)).toBeLessThan(1);
  expect(Math.max(...leans)).toBeGreaterThan(1);
});

it('opens the mouth wider for a loud voice than for a quiet one, and shuts it for both', () => {
  const said = (viseme: 'aa' | 'PP', energy: number) => {
    const rig = new MouthRig();
    for (let i = 0; i < 25; i++) rig.step(weights(viseme), 0.04, energy);
    return parted(rig.pose);
  };
  expect(said('aa', 0.9)).toBeGreaterThan(1.3 * said('aa', 0.2));
  for (const energy of [0.2, 0.9]) expect(said('PP', energy)).toBeCloseTo(0);
});

describe('Director', () => {
  it('marks which moments of a silent face are quick: blinks, glances and nods, and little else', () => {
    for (const state of ['idle', 'listening'] as const) {
      const director = new Director(5);
      let quick = 0;
      let before: FacePose | undefined;
      for (let i = 0; i < 1500; i++) {
        const pose = director.pose(request(i, { state }));
        if (pose.eyeBlinkLeft > 0.5) expect(director.isInFastMotion).toBe(true);
        if (director.isInFastMotion) quick++;
        else if (before) {
          expect(Math.abs(pose.pitch - before.pitch)).toBeLessThan(0.015);
        }
        before = pose;
      }
      expect(quick / 1500).toBeGreaterThan(0.03);
      expect(quick / 1500).toBeLessThan(0.3);
    }
  });

  it('ends a blink before it begins the next: the lids never jump open', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const poses = watch(new Director(seed), 60 * 25, { state: 'thinking' });
      for (let i = 1; i < poses.length; i++)
        expect(poses[i - 1]!.eyeBlinkLeft - poses[i]!.eyeBlinkLeft, `seed ${seed}`).toBeLessThan(0.5);
    }
  });

  it('blinks at different times for each person, even with the same seed and states', () => {
    const blinks = [1, 2, 3, 4, 5].map((person) => {
      const director = new Director(1, person);
      const lids = Array.from(
        { length: 1000 },
        (_, i) => director.pose(request(i, { state: i % 250 < 125 ? 'listening' : 'speaking' })).eyeBlinkLeft,
      );
      return lids.flatMap((shut, i) => (shut > 0.4 && lids[i - 1]! <= 0.4 ? [i] : []));
    });
    for (const [i, own] of blinks.entries()) {
      expect(own.length).toBeGreaterThan(6);
      for (const other of blinks.slice(i + 1)) {
        const together = own.filter((frame) => other.some((at) => Math.abs(at - frame) <= 1));
        expect(together.length).toBeLessThan(own.length / 2);
      }
    }
  });

  it('moves without jumps: no frame turns the head by more than two and a half degrees', () => {
    const director = new Director(2);
    const states = ['idle', 'listening', 'thinking', 'speaking'] as const;
    let last = director.pose(request(0));
    for (let i = 1; i < 1500; i++) {
      const pose = director.pose(
        request(i, { state: states[Math.floor(i / 60) % 4]!, energy: i % 20 < 8 ? 0.9 : 0.05 }),
      );
      for (const key of ['yaw', 'pitch', 'roll'] as const)
        expect(Math.abs(pose[key] - last[key])).toBeLessThan(0.044);
      last = pose;
    }
  });

  it('raises the brows for a word that is louder than the others, and lets them down after it', () => {
    const director = new Director(4);
    const brows = Array.from({ length: 120 }, (_, i) => {
      const energy = i >= 60 && i < 68 ? 0.9 : 0.6;
      return director.pose(request(i, { state: 'speaking', energy })).browOuterUpLeft;
    });
    expect(Math.max(...brows.slice(62, 75))).toBeGreaterThan(brows[59]! + 0.3);
    expect(brows[100]!).toBeLessThan(brows[59]! + 0.15);
  });

  it('raises the brows while the end of a question is said, and shortly after', () => {
    const raised = (asks: boolean) => {
      const director = new Director(4);
      return Array.from({ length: 100 }, (_, i) => {
        const asked = asks && i >= 50 && i < 70;
        return director.pose(request(i, { state: 'speaking', energy: 0.6, isQuestionEnd: asked }))
          .browInnerUp;
      });
    };
    const [asked, told] = [raised(true), raised(false)];
    for (const frame of [58, 69, 74]) expect(asked[frame]! - told[frame]!).toBeGreaterThan(0.2);
    for (const frame of [49, 99]) expect(asked[frame]!).toBeCloseTo(told[frame]!, 1);
  });

  it('lifts the shoulders at a word that is louder than those before', () => {
    const breathOf = (loud: number) => {
      const director = new Director(4);
      const frames = Array.from({ length: 30 }, (_, i) =>
        director.pose(request(i, { state: 'speaking', energy: i < 25 ? 0.1 : loud })),
      );
      return frames.at(-1)!.breath;
    };
    expect(breathOf(0.9)).toBeGreaterThan(breathOf(0.1) + 0.2);
  });

  it.each(['idle', 'listening', 'speaking'] as const)(
    'rests the lids of a face that is %s: it does not stare',
    (state) => {
      expect(watch(new Director(1), 50, { state }).at(-1)!.eyeSquintLeft).toBeGreaterThan(0.05);
    },
  );

  it('smiles with cheeks and lower lids, and keeps them up while it speaks', () => {
    const eyes = (name: 'neutral' | 'happy', visemes: Float32Array | null) => {
      const poses = watch(new Director(1), 50, { state: 'speaking', visemes, emotion: { name, weight: 1 } });
      const { cheekSquintLeft, eyeSquintLeft } = poses.at(-1)!;
      return { cheekSquintLeft, eyeSquintLeft };
    };
    for (const visemes of [null, weights('aa'), weights('U')]) {
      const [neutral, happy] = [eyes('neutral', visemes), eyes('happy', visemes)];
      for (const shape of ['cheekSquintLeft', 'eyeSquintLeft'] as const)
        expect(happy[shape]).toBeGreaterThan(neutral[shape] + 0.2);
    }
  });

  it.each(['surprised', 'happy'] as const)('leaves the mouth to speech: a %s face can say "pp"', (name) => {
    const poses = watch(new Director(1), 50, {
      state: 'speaking',
      visemes: weights('PP'),
      emotion: { name, weight: 1 },
    });
    expect(parted(poses.at(-1)!)).toBeLessThan(0.02);
  });
});
