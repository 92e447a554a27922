import { defineConfig } from 'vite';

/**
 * Builds the scripts that a page loads with one line: the loader (`--mode loader`), a classic script of a few
 * kilobytes, and the widget, which is loaded when a visitor opens it.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  build: {
    outDir: mode === 'loader' ? 'dist/page/loader' : 'dist/page/widget',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    lib:
      mode === 'loader'
        ? {
            entry: 'dist/embed/loader.js',
            formats: ['iife'],
            name: 'visavisEmbed',
            fileName: () => 'embed.js',
          }
        : { entry: 'dist/embed/widget.js', formats: ['es'], fileName: () => 'widget.js' },
    minify: true,
  },
}));
