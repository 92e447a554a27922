import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { ROOT } from './guide.ts';

interface BundleOptions extends Pick<InputOptions, 'external' | 'platform'>, Pick<OutputOptions, 'minify'> {
  /** By default a script that a page runs at once. */
  format?: 'esm' | 'iife';
  /** The variable that gets what an `iife` exports. */
  name?: string;
  mode?: 'production' | 'development';
}

/**
 * Returns one script of a module and all that it imports. @param entry a file, or code that stands as one in the folder of the
 * repository
 */
export async function bundleScript(
  entry: string | { code: string; extension: 'ts' | 'tsx' },
  {
    format = 'iife',
    name,
    mode = 'production',
    minify = false,
    external,
    platform = 'browser',
  }: BundleOptions = {},
): Promise<string> {
  const isFile = typeof entry === 'string';
  const file = isFile ? entry : `${ROOT}bundled.${entry.extension}`;
  const bundle = await rolldown({
    input: file,
    platform,
    ...(external && { external }),
    plugins: isFile
      ? []
      : [
          {
            name: 'entry',
            load: (id) => (id === file ? entry.code : undefined),
            resolveId: (id) => (id === file ? id : undefined),
          },
        ],
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(mode) } },
    // As the bundlers of those who import these packages, and silent about what they do not say either.
    logLevel: 'silent',
  });
  try {
    const { output } = await bundle.generate({
      format,
      minify,
      codeSplitting: false,
      ...(name !== undefined && { name }),
    });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
