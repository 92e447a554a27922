import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  // Vue looks for a component of its own otherwise.
  // livekit-client alone has more than the 500 kB that Vite warns of.
  build: { chunkSizeWarningLimit: 1000 },
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'visavis-avatar' } } })],
});
