/**
 * Creates a grey progressive JPEG whose scans after the second are slow to decode but take hardly any bytes: at
 * 7000 x 7000 pixels about 0.15 s each. All coefficients are zero; each table has one code of one bit.
 */
export function slowJpeg(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const size = [side >> 8, side & 255];
  const refinement = [...segment(0xda, [1, 1, 0, 1, 63, 0x10]), ...emptyBlocks(blocks)];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0x00]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0xe0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    segment(0xda, [1, 1, 0, 1, 63, 0x01]),
    emptyBlocks(blocks),
    ...Array<Buffer>(scans).fill(Buffer.from(refinement)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, bytes: readonly number[]): Buffer {
  const length = bytes.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes]);
}

/** Encodes runs of blocks without coefficients: the code, then the length of the run above 16,384 in 14 bits. */
function emptyBlocks(blocks: number): Buffer {
  const runs = Array.from({ length: Math.ceil(blocks / 0x7fff) }, (_, run) =>
    Math.max(0, Math.min(0x7fff, blocks - run * 0x7fff) - 0x4000),
  );
  const bits = runs.map((run) => run.toString(2).padStart(15, '0')).join('');
  const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  return Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])));
}
