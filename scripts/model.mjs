// `npm run model`: the random model of connection, pairing, provider and tabs, ten thousand runs. `npm run model -- --runs 500 --seed 7` for others;
// a counter-example is printed with `--seed`, `--path` and `--replay` (its replayPath) that repeat it.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { root } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string', default: '' },
    replay: { type: 'string', default: '' },
  },
})
console.log(`seed ${values.seed}`)
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'test/model'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_NO_WARNINGS: '1', // a modal has more than ten parts, and each listens to its end
    WM_MODEL_RUNS: values.runs,
    WM_MODEL_SEED: values.seed,
    WM_MODEL_PATH: values.path,
    WM_MODEL_REPLAY: values.replay,
  },
})
process.exit(status ?? 1)
