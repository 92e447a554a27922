import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  // Vue looks for a component of its own otherwise.
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'visavis-avatar' } } })],
});
