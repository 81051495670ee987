import { svelte } from '@sveltejs/vite-plugin-svelte'
export default { plugins: [svelte()], build: { chunkSizeWarningLimit: 2000 } }
