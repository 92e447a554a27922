import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { contractLimits } from './contract-limits.ts';

// Served by the service at /console/: every address in the page is relative to it.
export default defineConfig({
  base: './',
  plugins: [contractLimits(), react(), compressAssets('dist/page')],
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1000 },
});
