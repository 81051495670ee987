export default { test: { include: ['*.spec.js'] } }
