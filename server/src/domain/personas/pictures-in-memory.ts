import { Budget } from '../../lib/budget.ts';
import { type BlobStore, readContent } from '../blobs.ts';
import { noCapacity } from '../errors.ts';

/** Maximum bytes per organization and in total; an organization may always have one picture. */
const MAX_BYTES = { ofOne: 64 * 1024 * 1024, all: 256 * 1024 * 1024 };

interface LoadedPicture {
  bytes: Promise<Buffer | undefined>;
  size: number;
  readers: number;
}

/** Stored pictures that are being sent: each is in memory once, however many requests read it at a time. */
export class PicturesInMemory {
  readonly #blobs: Pick<BlobStore, 'get'>;
  readonly #budget = new Budget(MAX_BYTES);
  readonly #pictures = new Map<string, LoadedPicture>();

  constructor(blobs: Pick<BlobStore, 'get'>) {
    this.#blobs = blobs;
  }

  /** Call `release` once the picture was sent. @throws DomainError `capacity` */
  async read(owner: string, key: string): Promise<{ bytes: Buffer; release: () => void } | undefined> {
    let picture = this.#pictures.get(key);
    if (!picture) {
      const newPicture: LoadedPicture = { bytes: Promise.resolve(undefined), size: 0, readers: 0 };
      newPicture.bytes = this.#load(owner, key, newPicture);
      this.#pictures.set(key, newPicture);
      picture = newPicture;
    }
    const { bytes } = picture;
    picture.readers++;
    const release = () => {
      if (--picture.readers > 0) return;
      this.#pictures.delete(key);
      this.#budget.release(owner, picture.size);
    };
    const loaded = await bytes.catch((error: unknown) => {
      release();
      throw error;
    });
    if (loaded) return { bytes: loaded, release };
    release();
    return undefined;
  }

  async #load(owner: string, key: string, picture: LoadedPicture): Promise<Buffer | undefined> {
    const blob = await this.#blobs.get(key);
    if (!blob) return undefined;
    if (this.#budget.isExceededBy(owner, blob.size)) {
      blob.stream.destroy();
      throw noCapacity('Too many pictures are being read; try again shortly.', 1);
    }
    this.#budget.take(owner, blob.size);
    picture.size = blob.size;
    return readContent(blob);
  }
}
