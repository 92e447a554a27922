import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packTar, type TarHeader } from 'modern-tar';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { useServers } from '../../lib/testing/use-servers.ts';
import type { CatalogueEntry, SourceFile } from '../catalogue/model-entry.ts';
import { downloadFile } from './download-file.ts';
import { copyModel, fetchModel, findModels } from './install-model.ts';
import { ModelFolder } from './model-folder.ts';

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7) % 251));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const start = useServers();
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let models: ModelFolder;

const dataDir = useFolder('of each');
beforeEach(async () => {
  answer = serve(CONTENT);
  models = new ModelFolder(dataDir);
  origin = await start((request, response) => answer(request, response));
});

/** Sends the requested bytes. */
function serve(content: Buffer) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    response.end(content.subarray(from));
  };
}

function entryOf(file: Partial<SourceFile> = {}): CatalogueEntry {
  return {
    name: 'tiny-thing',
    purpose: 'speech-recognition',
    title: 'A tiny thing',
    license: { name: 'MIT', url: 'https://example.org/licence' },
    languages: ['en'],
    needs: [],
    files: [
      {
        path: 'onnx/model.onnx',
        bytes: CONTENT.length,
        sha256: sha256(CONTENT),
        url: `${origin}/model.onnx`,
        ...file,
      },
    ],
  };
}

describe('a model that is fetched', () => {
  it('is restarted if the server does not support resuming', async () => {
    await mkdir(join(models.partialPath('tiny-thing'), 'onnx'), { recursive: true });
    await writeFile(join(models.partialPath('tiny-thing'), 'onnx/model.onnx'), 'not what it was');
    answer = (_request, response) => {
      response.writeHead(200).end(CONTENT);
    };
    await fetchModel(models, entryOf());
    expect(await models.verify('tiny-thing')).toBeUndefined();
  });

  it('is refused when it is larger than it should be', async () => {
    answer = serve(Buffer.concat([CONTENT, CONTENT]));
    await expect(fetchModel(models, entryOf())).rejects.toThrow('is larger than the expected 200000 bytes');
  });

  it('leaves nothing behind if its SHA-256 differs, and keeps the received part if it is cut off', async () => {
    await expect(fetchModel(models, entryOf({ sha256: 'f'.repeat(64) }))).rejects.toThrow('it was deleted');
    expect(await readdir(models.path)).toEqual([]);
    // Cut only once bytes are on the disk: a connection that is reset earlier may discard them.
    let cut: () => void = () => undefined;
    answer = (request, response) => {
      cut = () => response.destroy();
      if (request.headers.range) cut();
      else response.writeHead(200).write(CONTENT.subarray(0, 1000));
    };
    const onProgress = (bytes: number) => bytes > 0 && cut();
    await expect(fetchModel(models, entryOf(), { onProgress })).rejects.toMatchObject({
      message: expect.stringMatching(/was interrupted after \d+ of 200000 bytes/),
      hint: 'Add it again: it continues where it stopped.',
    });
    expect(await models.stateOf('tiny-thing')).toMatchObject({ state: 'partial' });
  });

  it('is refused before the download if it is too large for the memory of this machine', async () => {
    let isAsked = false;
    answer = () => {
      isAsked = true;
    };
    const large = { ...entryOf({ bytes: 2 ** 50 }), purpose: 'language-model' } as const;
    await expect(fetchModel(models, large)).rejects.toThrow(
      /^tiny-thing cannot run on this machine: it needs \d+ MB of memory, more than 70% of the \d+ MB of this machine$/,
    );
    expect(isAsked).toBe(false);
    expect(await models.names()).toEqual([]);
  });

  it("sends a mirror's user and password in a header, and never shows them", async () => {
    const asked: unknown[] = [];
    const mirror = `${origin.replace('http://', 'http://ada:s%40cret@')}/mirror`;
    answer = (request, response) => {
      asked.push(request.url, request.headers.authorization);
      response.writeHead(404).end();
    };
    const failure = await fetchModel(models, entryOf(), { mirror }).catch((error: Error) => error);
    const basic = `Basic ${Buffer.from('ada:s@cret').toString('base64')}`;
    expect(asked).toEqual(['/mirror/tiny-thing/onnx/model.onnx', basic]);
    expect(inspect(failure)).toContain('answered 404');
    expect(inspect(failure)).not.toContain('cret');
  });

  // A device that is always full, for which the kernel returns the same error as for a full disk.
  it.runIf(existsSync('/dev/full'))('reports that the disk became full during the download', async () => {
    await expect(downloadFile(`${origin}/x`, '/dev/full', entryOf().files[0]!)).rejects.toMatchObject({
      message: 'the disk of /dev is full',
      hint: expect.stringContaining('continues where it stopped'),
    });
  });

  it('gives up a connection that delivers nothing', async () => {
    answer = (_request, response) => {
      response.writeHead(200).flushHeaders();
    };
    await expect(fetchModel(models, entryOf(), { stallMs: 20 })).rejects.toThrow(
      'could not be downloaded from 127.0.0.1',
    );
  });

  it('is unpacked if it is an npm package: the listed files and no others', async () => {
    const files = {
      'package/dist/index.js': 'one',
      'package/bin/other/huge.node': 'x'.repeat(3000),
      'package/dist/../../escape.js': 'no',
    };
    const entries = Object.entries(files).map(([name, body]) => ({
      header: { name, size: body.length },
      body,
    }));
    const link: TarHeader = {
      name: 'package/dist/link.js',
      type: 'symlink',
      linkname: '/etc/passwd',
      size: 0,
    };
    const tarball = gzipSync(await packTar([...entries, { header: link }]));
    answer = serve(tarball);
    const unpack = { into: 'node_modules/thing', keep: ['dist/'] };
    await fetchModel(
      models,
      entryOf({ path: 'thing.tgz', bytes: tarball.length, sha256: sha256(tarball), unpack }),
    );
    const model = await models.locate('tiny-thing');
    expect(model?.manifest.files.map(({ path }) => path)).toEqual(['node_modules/thing/dist/index.js']);
    expect(await models.verify('tiny-thing')).toBeUndefined();
  });

  it('is refused with the error of its first package if two are broken', async () => {
    const packages = [Buffer.from('this is no archive'), gzipSync('cut off').subarray(0, 12)];
    answer = (request, response) => response.end(packages[Number(request.url!.slice(1))]);
    const [first, second] = packages.map((content, n) => ({
      ...entryOf().files[0]!,
      path: `${n}.tgz`,
      url: `${origin}/${n}`,
      bytes: content.length,
      sha256: sha256(content),
      unpack: { into: `node_modules/${n}`, keep: ['dist/'] },
    }));
    const install = (...files: SourceFile[]) => fetchModel(models, { ...entryOf(), files });
    await expect(install(second!)).rejects.toThrow('unexpected end of file');
    await expect(install(first!, second!)).rejects.toThrow('incorrect header check');
    await expect(install(second!, first!)).rejects.toThrow('unexpected end of file');
  });
});

describe('an installed model', () => {
  it('is reported as damaged: wrong sizes at once, wrong content when it is verified', async () => {
    const { folder } = await fetchModel(models, entryOf());
    const changed = Buffer.from(CONTENT);
    changed[100]! ^= 1;
    await writeFile(join(folder, 'onnx/model.onnx'), changed);
    expect(await models.verify('tiny-thing')).toBe('onnx/model.onnx has changed since it was installed');
    await writeFile(join(folder, 'onnx/model.onnx'), 'short');
    expect(await models.stateOf('tiny-thing')).toEqual({
      state: 'damaged',
      reason: 'onnx/model.onnx has 5 bytes instead of 200000',
    });
    expect(await models.locate('tiny-thing')).toBeUndefined();
  });

  it('is refused if its name leads to another folder', () =>
    expect(models.stateOf('../secrets')).rejects.toThrow('is not a valid name of a model'));
});

describe('a folder to add from', () => {
  it('may contain files as downloaded, and is refused if one of them is wrong', async () => {
    const folder = join(dataDir, 'downloads');
    await mkdir(folder);
    await writeFile(join(folder, 'model.onnx'), CONTENT);
    const [found] = await findModels(folder, [entryOf()]);
    await copyModel(models, found!);
    expect(await models.verify('tiny-thing')).toBeUndefined();
    await writeFile(join(folder, 'model.onnx'), Buffer.alloc(CONTENT.length));
    await expect(copyModel(models, found!)).rejects.toThrow('is not the expected file');
    expect(await readdir(models.path)).toEqual(['tiny-thing']);
  });

  it('leaves nothing behind if adding fails: a file is missing, or wrong', async () => {
    const [first] = entryOf().files;
    const manifest = { ...entryOf(), files: [first, { ...first, path: 'second.onnx' }] };
    await writeFile(join(dataDir, 'model.json'), JSON.stringify(manifest));
    await mkdir(join(dataDir, 'onnx'));
    await writeFile(join(dataDir, 'onnx/model.onnx'), CONTENT);
    const [found] = await findModels(dataDir);
    await expect(copyModel(models, found!)).rejects.toThrow('second.onnx is missing');
    expect(await readdir(models.path)).toEqual([]);
    await writeFile(join(dataDir, 'second.onnx'), Buffer.alloc(CONTENT.length));
    await expect(copyModel(models, found!)).rejects.toThrow('is not the expected file');
    expect(await readdir(models.path)).toEqual([]);
  });

  it('is refused if its model.json is wrong, with the reason', async () => {
    await writeFile(join(dataDir, 'model.json'), JSON.stringify({ ...entryOf(), purpose: 'dance' }));
    await expect(findModels(dataDir)).rejects.toThrow(/model\.json: \/purpose/);
    const escaping = { ...entryOf(), files: [{ path: '../x', bytes: 1, sha256: sha256(CONTENT) }] };
    await writeFile(join(dataDir, 'model.json'), JSON.stringify(escaping));
    await expect(findModels(dataDir)).rejects.toThrow(/\/files\/0\/path/);
  });
});
