import { build, type Plugin, type Rolldown } from 'vite';
import { bundleScript } from './bundle-script.ts';
import { ROOT } from './guide.ts';

/** The parts of a schema that these tests read and change. */
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
      rows?: Record<string, number>;
      sentences?: string[];
      addresses?: string[];
      omitted: Record<string, string>;
    }
  >;
}

/** Loads the code that generates the console's forms from the contract's schemas, and their layouts. */
export const readConsoleForms = async () => ({
  ...(await load<ContractForms>('console/contract-forms.ts')),
  ...(await load<Layouts>('console/src/lib/layouts.ts')),
});

async function load<T>(file: string): Promise<T> {
  const code = Buffer.from(await bundleScript(ROOT + file, { platform: 'node', format: 'esm' })).toString(
    'base64',
  );
  return (await import(`data:text/javascript;base64,${code}`)) as T;
}

/** Returns the console's script and style, built from the schemas of another contract. */
export async function bundleConsole(
  bodies: Record<string, BodySchema>,
): Promise<{ script: string; style: string }> {
  const { renderModule } = await load<ContractForms>('console/contract-forms.ts');
  const MODULE = 'virtual:contract-forms';
  const contract: Plugin = {
    name: 'contract-forms',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? renderModule(bodies) : undefined),
  };
  const { output } = (await build({
    root: `${ROOT}console`,
    configFile: false,
    logLevel: 'error',
    plugins: [contract],
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: { input: `${ROOT}console/src/main.tsx`, output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const style = output.find(({ fileName }) => fileName.endsWith('.css')) as Rolldown.OutputAsset;
  return { script: output[0].code, style: String(style.source) };
}
