import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MachineLoad } from './machine-load.ts';

const FULL = { fps: 25, idleFps: 12.5, minFps: 12 };
/** The share of a conversation's cost at 25 frames a second that depends on the frame rate. */
const PICTURES = 0.7;

/**
 * A machine on which conversations use the CPU that they need while there is enough; otherwise frames are late.
 * It works in rounds of a second, as a service does: work, report, judge.
 */
class SimulatedMachine {
  readonly cores: number;
  readonly coresOfOne: number;
  readonly load: MachineLoad;
  /** The number of cores that something else uses. */
  otherCores = 0;
  conversations = 0;
  /** Nobody speaks, so half of the frames are sent if the machine saves frames in silence. */
  silent = false;
  /** The cost of a conversation in silence, relative to its cost at the same frame rate while it speaks. */
  silentShare = 1;
  /** How often the frame rate was changed. */
  told = 0;
  readonly rates: number[] = [];
  readonly lateShares: number[] = [];
  #idleCores: number;

  constructor(cores: number, coresOfOne: number) {
    this.cores = cores;
    this.coresOfOne = coresOfOne;
    this.#idleCores = cores;
    this.load = new MachineLoad({
      ...FULL,
      onStep: () => undefined,
      onFramePolicyChanged: () => this.told++,
      processors: { read: () => ({ cores, idleCores: this.#idleCores }) },
    });
  }

  get rate(): number {
    return this.load.step.fps;
  }

  run(seconds: number): void {
    for (let second = 0; second < seconds; second++) this.#runOne();
  }

  #runOne(): void {
    const { conversations, cores, coresOfOne, load } = this;
    const { fps, scale } = load.step;
    const sent = this.silent && load.savesInSilence ? Math.min(fps, FULL.idleFps) : fps;
    const work = (sent / FULL.fps) * scale * scale;
    const share = this.silent ? this.silentShare : 1;
    const wanted = share * conversations * coresOfOne * (1 - PICTURES + PICTURES * work);
    const there = Math.max(0, cores - this.otherCores);
    const used = Math.min(wanted, there);
    this.#idleCores = there - used;
    const due = conversations * sent;
    const late = wanted > there ? Math.min(due, Math.round(due * (1 - there / wanted) * 1.5)) : 0;
    if (conversations > 0) {
      load.report(this, {
        conversations,
        picturesDue: due,
        picturesLate: late,
        processorMs: used * 1000,
        elapsedMs: 1000,
      });
    }
    load.judge();
    this.rates.push(load.step.fps * load.step.scale);
    this.lateShares.push(due > 0 ? late / due : 0);
  }
}

describe('the rate of pictures', () => {
  test('recovers within five seconds of relief, by fewer conversations or a less busy machine', () => {
    const machine = new SimulatedMachine(2, 0.45);
    machine.conversations = 8;
    machine.run(20);
    expect(machine.rate).toBe(12);
    machine.conversations = 2;
    machine.run(5);
    expect(machine.rate).toBe(25);

    machine.conversations = 4;
    machine.otherCores = 1;
    machine.run(20);
    expect(machine.rate).toBeLessThan(20);
    machine.otherCores = 0;
    machine.run(5);
    expect(machine.rate).toBe(25);
  });

  test('recovers as quickly if steps up during silences failed before', () => {
    const machine = new SimulatedMachine(2, 0.25);
    machine.silentShare = 0.5;
    machine.conversations = 16;
    for (let turn = 0; turn < 10; turn++) {
      machine.silent = false;
      machine.run(4);
      machine.silent = true;
      machine.run(1);
    }
    machine.silent = false;
    machine.run(4);
    expect(machine.rate).toBeLessThan(25);
    machine.conversations = 3;
    machine.otherCores = 0.6;
    machine.run(5);
    expect(machine.rate).toBe(25);
  });

  test('settles on any machine, with pictures in time if a lower rate is enough', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 64, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 80 }),
        (cores, coresOfOne, conversations) => {
          const machine = new SimulatedMachine(cores, coresOfOne);
          machine.conversations = conversations;
          machine.run(90);
          const last = machine.rates.slice(-40);
          const changes = last.filter((rate, n) => n > 0 && rate !== last[n - 1]).length;
          expect(changes).toBeLessThanOrEqual(4);
          const atTheSlowest = conversations * coresOfOne * (1 - PICTURES + PICTURES * 0.48 * 0.75 ** 2);
          if (atTheSlowest < cores * 0.95)
            expect(machine.lateShares.slice(-40).filter((share) => share > 0.2).length).toBeLessThan(8);
        },
      ),
      { seed: 7, numRuns: 150 },
    );
  });
});

describe('silent avatars', () => {
  test('send all their pictures while the machine has capacity, and the rate settles', () => {
    const machine = new SimulatedMachine(2, 0.25);
    machine.silent = true;
    machine.conversations = 2;
    machine.run(3);
    expect(machine.load.savesInSilence).toBe(false);
    machine.conversations = 5;
    machine.run(30);
    expect(machine.load.savesInSilence).toBe(false);
    expect(machine.told).toBe(1);
  });

  test('send fewer pictures before anything else is reduced, and all again after relief', () => {
    const machine = new SimulatedMachine(2, 0.25);
    machine.conversations = 7;
    machine.run(5);
    expect(machine.load.savesInSilence).toBe(true);
    expect(machine.rate).toBe(25);
    machine.conversations = 2;
    machine.run(3);
    expect(machine.load.savesInSilence).toBe(false);
    machine.otherCores = 1.4;
    machine.run(3);
    expect(machine.load.savesInSilence).toBe(true);
    expect(machine.rate).toBe(25);
  });
});

describe('places', () => {
  test('are unknown until something has been measured, then as many as full picture rates allow', () => {
    const machine = new SimulatedMachine(2, 0.25);
    expect(machine.load.places(0)).toBeUndefined();
    machine.load.calibrate(3);
    // At 3 ms each, frames take 75 ms of a conversation's 250 ms per second; a tenth of the machine is left.
    expect(machine.load.places(0)).toBe(7);
    machine.conversations = 3;
    machine.run(20);
    expect(machine.load.places(3)).toBe(7);
  });

  test('do not increase because the conversations are silent at the moment', () => {
    const machine = new SimulatedMachine(2, 0.25);
    machine.conversations = 3;
    machine.run(20);
    const places = machine.load.places(3);
    machine.silent = true;
    machine.run(60);
    expect(machine.load.places(3)).toBe(places);
    machine.silent = false;
    machine.run(60);
    expect(machine.load.places(3)).toBe(places);
  });

  test('are fewer after a conversation that turns out to be more expensive', () => {
    const machine = new SimulatedMachine(2, 0.9);
    machine.load.calibrate(3);
    machine.conversations = 1;
    machine.run(20);
    expect(machine.load.places(1)).toBe(2);
  });

  test('are none if conversations are late even at the slowest rate', () => {
    const machine = new SimulatedMachine(2, 0.25);
    machine.conversations = 5;
    machine.run(10);
    expect(machine.load.places(5)).toBe(7);
    machine.otherCores = 1.6;
    machine.run(10);
    expect(machine.load.places(5)).toBe(5);
  });
});
