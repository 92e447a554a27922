import { bundleScript } from './bundle-script.ts';

/** Returns the script of a page that renders the `App` defined by this code (TSX) in its element `#root`. */
export const bundleReactApp = (code: string, mode: 'production' | 'development'): Promise<string> =>
  bundleScript(
    {
      code: `import { createElement, StrictMode } from 'react';
        import { createRoot } from 'react-dom/client';
        ${code}
        createRoot(document.querySelector('#root')).render(createElement(StrictMode, null, createElement(App)));`,
      extension: 'tsx',
    },
    { format: 'esm', mode },
  );
