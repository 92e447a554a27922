import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { contractForms } from './contract-forms.ts';

// Served by the service at /console/: every address in the page is relative to it.
export default defineConfig({
  base: './',
  plugins: [contractForms(), react(), compressAssets('dist/page')],
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    // Waiting for a language, the first script would else come in thirty files.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
});
