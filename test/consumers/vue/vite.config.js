import vue from '@vitejs/plugin-vue'
const isCustomElement = (tag) => tag.startsWith('wallet-')
export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  build: { chunkSizeWarningLimit: 2000 },
}
