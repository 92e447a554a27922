import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { ROOT } from './guide.ts';

interface BundleOptions extends Pick<InputOptions, 'external' | 'platform'>, Pick<OutputOptions, 'minify'> {
  /** By default `iife`, which a page runs at once. */
  format?: 'esm' | 'iife';
  /** The variable that receives the exports of an `iife`. */
  name?: string;
  mode?: 'production' | 'development';
}

/**
 * Bundles a module and everything it imports into one script.
 * @param entry a file, or code that is resolved as if it were in the root folder
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
    // As users of these packages bundle them; their bundlers do not show these warnings either.
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
