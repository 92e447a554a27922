import { build } from 'esbuild';
import { ROOT } from './guide.ts';

/** The script of a page that shows the `App` which this code (TSX) defines, in its element `#root`. */
export async function bundleReactApp(code: string, mode: 'production' | 'development'): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createElement, StrictMode } from 'react';
        import { createRoot } from 'react-dom/client';
        ${code}
        createRoot(document.querySelector('#root')).render(createElement(StrictMode, null, createElement(App)));`,
      loader: 'tsx',
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}
