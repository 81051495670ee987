export default { build: { chunkSizeWarningLimit: 4000 } }
