import { defineConfig } from 'vite';

// The script and the style of every page; the search is loaded with the first search.
export default defineConfig({
  base: './',
  publicDir: false,
  build: {
    outDir: 'dist/page/assets',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/browser/site.ts', formats: ['es'], fileName: () => 'site.js', cssFileName: 'site' },
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
    minify: true,
  },
});
