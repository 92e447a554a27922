import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // livekit-client alone has more than the 500 kB that Vite warns of.
  build: { chunkSizeWarningLimit: 1000 },
  plugins: [react()],
  server: { proxy: { '/conversations': 'http://localhost:3000' } },
});
