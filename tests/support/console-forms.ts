import { build, type Plugin } from 'esbuild';
import { ROOT } from './guide.ts';

/** The parts of a schema that these tests change and read. */
export interface BodySchema {
  properties: Record<string, { type?: string | string[]; [keyword: string]: unknown }>;
}

interface ContractForms {
  BODIES: Record<string, BodySchema>;
  fieldsOf: (schema: BodySchema) => Record<string, { kind: string }>;
  renderModule: (bodies?: Record<string, BodySchema>) => string;
}
interface Layouts {
  LAYOUTS: Record<
    string,
    {
      groups: Record<string, (string | string[])[]>;
      switches?: Record<string, string[]>;
      lines?: string[];
      addresses?: string[];
      leftOut: Record<string, string>;
    }
  >;
}

/** What makes the forms of the console from the contract's schemas, and how they are arranged. */
export const readConsoleForms = async () => ({
  ...(await load<ContractForms>('console/contract-forms.ts')),
  ...(await load<Layouts>('console/src/lib/layouts.ts')),
});

async function load<T>(file: string): Promise<T> {
  const { outputFiles } = await build({
    entryPoints: [ROOT + file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as T;
}

/** The console's script and style, made from the schemas of another contract. */
export async function bundleConsole(
  bodies: Record<string, BodySchema>,
): Promise<{ script: string; style: string }> {
  const { renderModule } = await load<ContractForms>('console/contract-forms.ts');
  const contract: Plugin = {
    name: 'contract-forms',
    setup(bundle) {
      bundle.onResolve({ filter: /^virtual:contract-forms$/ }, ({ path }) => ({
        path,
        namespace: 'contract',
      }));
      bundle.onLoad({ filter: /.*/, namespace: 'contract' }, () => ({ contents: renderModule(bodies) }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}console/src/main.tsx`],
    bundle: true,
    write: false,
    outdir: 'console',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [contract],
    logLevel: 'error',
  });
  const find = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text;
  return { script: find('.js'), style: find('.css') };
}
