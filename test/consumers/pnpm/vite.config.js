export default { build: { chunkSizeWarningLimit: 2000 } }
