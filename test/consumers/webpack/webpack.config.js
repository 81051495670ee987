export default {
  mode: 'production',
  entry: './src/main.js',
  output: { filename: 'main.js', clean: true },
  performance: { hints: false },
  stats: 'errors-warnings',
}
