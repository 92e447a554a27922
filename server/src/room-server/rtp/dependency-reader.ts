import { BitReader } from './bit-reader.ts';
import { sequenceDistance } from './rtp-packet.ts';

/** Indication that a frame is not part of a decode target; all others are greater ("RTP Payload Format For AV1", appendix A). */
export const NOT_PRESENT = 0;
const MAX_TEMPLATES = 64;
const MAX_LAYERS = 8;
/** A key frame whose number is so far back is not late: the publisher counts anew. */
const RESTARTED_BY = 1_000;

interface Template {
  readonly spatial: number;
  readonly temporal: number;
  /** Indications by decode target. */
  indications: number[];
  /** Distances in frames to those that this one refers to. */
  references: number[];
  /** For each chain the distance to its frame before this one; 0 where it begins. */
  chains: number[];
}

/** The structure of all frames until the next key frame. */
export interface Structure {
  readonly id: number;
  readonly templates: readonly Template[];
  /** For each decode target the layers that decoding it takes, and the chain that shows whether one was lost. */
  readonly targets: readonly {
    readonly spatial: number;
    readonly temporal: number;
    readonly chain: number;
  }[];
  readonly chainCount: number;
}

/** The dependency descriptor of one packet. */
export interface FrameDependencies extends Template {
  readonly bytes: Buffer;
  readonly structure: Structure;
  /** Whether the structure came with this packet, which then begins a key frame. */
  readonly attached: boolean;
  /** Frame number without wraps. */
  readonly frame: number;
  readonly first: boolean;
  readonly last: boolean;
  /** Decode targets that the publisher sends at present: bit 0 is the first. */
  readonly active: number;
  /** Place in `bytes`, in bits from the beginning, at which the mask of active targets stands, or would stand. */
  readonly mask: { readonly at: number; readonly present: boolean };
  /** Whether there is more than the mandatory three bytes. */
  readonly extended: boolean;
}

interface Flags {
  readonly structure: boolean;
  readonly active: boolean;
  readonly indications: boolean;
  readonly references: boolean;
  readonly chains: boolean;
}

const noFlags: Flags = {
  structure: false,
  active: false,
  indications: false,
  references: false,
  chains: false,
};

/** Reads the dependency descriptors of one stream, which refer to the structure that its last key frame brought. */
export class DependencyReader {
  #structure: Structure | undefined;
  /** The number of the frame that brought the structure. */
  #structureFrame: number | undefined;
  #active = 0;
  #frame: number | undefined;

  /** @returns undefined for what cannot be read, or refers to a structure that did not come. */
  read(bytes: Buffer): FrameDependencies | undefined {
    try {
      return this.#read(bytes);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #read(bytes: Buffer): FrameDependencies | undefined {
    const bits = new BitReader(bytes);
    const [first, last] = [bits.flag(), bits.flag()];
    const templateId = bits.read(6);
    const frame = this.#unwrap(bits.read(16));
    const extended = bits.left > 0;
    const flags = extended ? readFlags(bits) : noFlags;
    const structure = flags.structure ? this.#take(readStructure(bits), frame) : this.#structureAt(frame);
    const template = structure?.templates[(templateId + MAX_TEMPLATES - structure.id) % MAX_TEMPLATES];
    if (structure === undefined || template === undefined) return undefined;
    let active = flags.structure ? 2 ** structure.targets.length - 1 : this.#active;
    const mask = { at: bits.at, present: flags.active };
    if (flags.active) active = bits.read(structure.targets.length);
    const { spatial, temporal } = template;
    const indications = flags.indications ? structure.targets.map(() => bits.read(2)) : template.indications;
    const references = flags.references ? readReferences(bits) : template.references;
    const chains = flags.chains
      ? Array.from({ length: structure.chainCount }, () => bits.read(8))
      : template.chains;
    if (frame === this.#frame) this.#active = active;
    return {
      bytes,
      structure,
      attached: flags.structure,
      frame,
      first,
      last,
      active,
      mask,
      extended,
      spatial,
      temporal,
      indications,
      references,
      chains,
    };
  }

  /** Takes the structure of a key frame; several of its packets may bring it. Undefined when a newer key frame came before it. */
  #take(brought: Structure, frame: number): Structure | undefined {
    const newest = this.#structureFrame;
    const counted = newest !== undefined && frame > this.#frame! - RESTARTED_BY;
    if (counted && frame <= newest) return this.#structureAt(frame);
    this.#frame = Math.max(frame, counted ? this.#frame! : frame);
    this.#structureFrame = frame;
    this.#structure = brought;
    return brought;
  }

  #structureAt(frame: number): Structure | undefined {
    return this.#structureFrame === undefined || frame < this.#structureFrame ? undefined : this.#structure;
  }

  #unwrap(number: number): number {
    const before = this.#frame;
    const frame = before === undefined ? number : before + sequenceDistance(number, before & 0xffff);
    if (before === undefined || frame > before) this.#frame = frame;
    return frame;
  }
}

function readFlags(bits: BitReader): Flags {
  const [structure, active, indications, references, chains] = Array.from({ length: 5 }, () => bits.flag());
  return {
    structure: structure!,
    active: active!,
    indications: indications!,
    references: references!,
    chains: chains!,
  };
}

function readReferences(bits: BitReader): number[] {
  const references: number[] = [];
  for (let nibbles = bits.read(2); nibbles !== 0; nibbles = bits.read(2))
    references.push(bits.read(nibbles * 4) + 1);
  return references;
}

function readStructure(bits: BitReader): Structure {
  const id = bits.read(6);
  const targetCount = bits.read(5) + 1;
  const templates = readTemplateLayers(bits);
  for (const template of templates)
    template.indications = Array.from({ length: targetCount }, () => bits.read(2));
  for (const template of templates) while (bits.flag()) template.references.push(bits.read(4) + 1);
  const chainCount = bits.readBelow(targetCount + 1);
  const chainOf = Array.from({ length: targetCount }, () =>
    chainCount === 0 ? -1 : bits.readBelow(chainCount),
  );
  for (const template of templates) template.chains = Array.from({ length: chainCount }, () => bits.read(4));
  // Skips the size of each spatial layer.
  if (bits.flag()) for (let layer = 0; layer <= templates.at(-1)!.spatial; layer++) bits.read(32);
  const targets = chainOf.map((chain, target) => {
    const parts = templates.filter(({ indications }) => indications[target] !== NOT_PRESENT);
    return {
      spatial: Math.max(0, ...parts.map(({ spatial }) => spatial)),
      temporal: Math.max(0, ...parts.map(({ temporal }) => temporal)),
      chain,
    };
  });
  return { id, templates, targets, chainCount };
}

const NEXT_TEMPORAL = 1;
const NEXT_SPATIAL = 2;
const NO_MORE = 3;

function readTemplateLayers(bits: BitReader): Template[] {
  const templates: Template[] = [];
  let [spatial, temporal] = [0, 0];
  for (let next = -1; next !== NO_MORE; ) {
    if (templates.length === MAX_TEMPLATES || spatial >= MAX_LAYERS || temporal >= MAX_LAYERS)
      throw new RangeError('more layers than there can be');
    templates.push({ spatial, temporal, indications: [], references: [], chains: [] });
    next = bits.read(2);
    if (next === NEXT_TEMPORAL) temporal++;
    if (next === NEXT_SPATIAL) [spatial, temporal] = [spatial + 1, 0];
  }
  return templates;
}
