/** ARKit's face units, in the order of the files that define their effect on a face. "Left" is the person's left. */
export const UNITS = [
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeSquintLeft',
  'eyeSquintRight',
  'eyeWideLeft',
  'eyeWideRight',
  'jawForward',
  'jawLeft',
  'jawOpen',
  'jawRight',
  'mouthClose',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthFunnel',
  'mouthLeft',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthPucker',
  'mouthRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'noseSneerLeft',
  'noseSneerRight',
  'tongueOut',
] as const;
export type Unit = (typeof UNITS)[number];

/** 0 at rest, up to 1. */
export type Weights = Partial<Record<Unit, number>>;
/** Weights by unit name; a name without `Left` or `Right` means both sides. */
export type Row = Partial<
  Record<Unit | (Unit extends infer U ? (U extends `${infer Both}Left` ? Both : never) : never), number>
>;

export function weightsOf(row: Row): Weights {
  const isUnit = (name: string): name is Unit => (UNITS as readonly string[]).includes(name);
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, weight]) =>
      isUnit(name)
        ? [[name, weight]]
        : [
            [`${name}Left`, weight],
            [`${name}Right`, weight],
          ],
    ),
  );
}

/** Returns the units of both eyes for a gaze from -1 to 1; right and down in the picture are positive. */
export function look(x: number, y: number): Weights {
  const [right, left, down, up] = [Math.max(0, x), Math.max(0, -x), Math.max(0, y), Math.max(0, -y)];
  return {
    eyeLookOutLeft: right,
    eyeLookInRight: right,
    eyeLookInLeft: left,
    eyeLookOutRight: left,
    ...weightsOf({ eyeLookDown: down, eyeLookUp: up }),
  };
}
