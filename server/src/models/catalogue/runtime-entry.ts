import type { CatalogueEntry } from './model-entry.ts';

const VERSION = '1.30.0';
const BUILT_FOR = ['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64'];
const REGISTRY = 'https://registry.npmjs.org';

/**
 * ONNX Runtime for Node. It is downloaded like a model instead of being a dependency of the package: on Linux, its
 * install script downloads GPU libraries from outside the registry unless it is told not to, and four of its five
 * platforms, 250 MB, would be installed for nothing. Only its library is run here, no install script.
 */
export const runtimeEntry: CatalogueEntry = {
  name: 'runtime',
  purpose: 'runtime',
  title: `ONNX Runtime ${VERSION}: runs speech and search models`,
  license: { name: 'MIT', url: 'https://github.com/microsoft/onnxruntime/blob/main/LICENSE' },
  languages: [],
  needs: [],
  ...describeMachine(),
  files: [
    {
      path: `onnxruntime-node-${VERSION}.tgz`,
      bytes: 113_507_888,
      sha256: '6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75',
      url: `${REGISTRY}/onnxruntime-node/-/onnxruntime-node-${VERSION}.tgz`,
      unpack: {
        into: 'node_modules/onnxruntime-node',
        keep: ['package.json', 'dist/', `bin/napi-v6/${process.platform}/${process.arch}/`],
      },
    },
    {
      path: `onnxruntime-common-${VERSION}.tgz`,
      bytes: 66_795,
      sha256: '7906c439e0d3e0f4048caa23b64cdfadc0f455c377f579ce1ab2a4b778f07d5f',
      url: `${REGISTRY}/onnxruntime-common/-/onnxruntime-common-${VERSION}.tgz`,
      unpack: { into: 'node_modules/onnxruntime-common', keep: ['package.json', 'dist/'] },
    },
  ],
};

function describeMachine(): { unavailable?: string } {
  const machine = `${process.platform}/${process.arch}`;
  return BUILT_FOR.includes(machine)
    ? {}
    : { unavailable: `ONNX Runtime ${VERSION} is not available for ${machine}` };
}
