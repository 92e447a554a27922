import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Served by the service at /console/: every address in the page is relative to it.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1000 },
});
