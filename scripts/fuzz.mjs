// `npm run fuzz`: all random cases that are sent to the services and to a frame, of which `npm test` tries a tenth, with a new seed. `npm run fuzz -- --seed 7` repeats
// those of a failure, which prints its seed.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { root } from './prepare.mjs'

const { values } = parseArgs({ options: { seed: { type: 'string', default: String(Date.now() % 2 ** 31) } } })
const folders = ['services/test', 'test']
const files = folders
  .flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(`${root}/${path}`, 'utf8').includes('sampleOf('))
console.log(`seed ${values.seed}`)
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node*', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, WM_FUZZ: 'full', WM_FUZZ_SEED: values.seed },
})
process.exit(status ?? 1)
