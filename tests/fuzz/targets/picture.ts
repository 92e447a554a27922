import { DomainError } from '@visavis/server/dist/domain/errors.js';
import { readRefImage } from '@visavis/server/dist/domain/personas/ref-image.js';
import { isPlain, pictureSize } from '@visavis/server/dist/faces/photo/picture-file.js';
import { type FuzzTarget, hex } from '../fuzz-target.ts';

const PNG = hex(
  '89504e470d0a1a0a 0000000d 49484452 00000040 00000040 0806000000 aa697129 00000000 49454e44 ae426082',
);
const JPEG = hex('ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 000b 08 0040 0040 01 011100 ffd9');
const webp = (chunk: string, rest: string) =>
  Buffer.concat([
    Buffer.from(`RIFF\x1e\0\0\0WEBP${chunk}\x0a\0\0\0`, 'latin1'),
    hex(rest),
    Buffer.alloc(18 - hex(rest).length),
  ]);

export const target: FuzzTarget = {
  about: 'pictures of faces: their heads, their sizes, data URLs',
  covers: ['/photo/picture-file.js', '/image-dimensions/', '/personas/ref-image.js'],
  seeds: [
    PNG,
    JPEG,
    webp('VP8X', '10000000 3f0000 3f0000'),
    webp('VP8 ', '3001009d012a 4000 4000'),
    webp('VP8L', '2f 3fc00f00'),
  ],
  tokens: 'IEND VP8X VP8L WEBP ;base64, data:image/png',
  declares: [DomainError],
  read(input) {
    const size = [pictureSize(input), isPlain(input)];
    const isUrl = input.subarray(0, 5).toString() === 'data:';
    const url = isUrl ? input.toString() : `data:image/png;base64,${input.toString('base64')}`;
    const fetchImage = () => Promise.reject(new Error('no network'));
    return readRefImage('org_fuzzed', url, { fetchImage }).then((image) => [size, image]);
  },
};
