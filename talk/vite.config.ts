import { defineConfig } from 'vite';

// Served by the service at /talk: every address in the page is relative to it.
export default defineConfig({
  base: './',
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1000 },
});
