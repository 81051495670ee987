// What a new setting costs: a row. The sources are copied, the row of `test/fixtures/trial-setting` is put into the table, and what the generators
// write from it is used. Nothing else is edited.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSettings } from '../scripts/settings.mjs'
import type * as Attributes from '../src/elements/shell/attributes.js'
import type * as Check from '../src/config/check.js'
import type * as CheckKinds from '../src/config/check-kinds.js'
import type * as Fill from '../src/config/fill.js'
import type * as Element from '../src/elements/shell/settings-element.js'
import type { ModalConfig } from '../src/config/types.js'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(root, '.trial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = async <Module>(path: string) => (await import(join(folder, 'src', path))) as Module
const run = (script: string, ...args: string[]) => {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return [status, stdout]
}
/** As untyped code on a page would give it. */
const settings = (input: unknown) => input as ModalConfig

beforeAll(async () => {
  for (const path of ['src', 'docs/guide/settings.md']) cpSync(join(root, path), join(folder, path), { recursive: true })
  const table = join(folder, 'src/config/settings.ts')
  const row = readFileSync(join(root, 'test/fixtures/trial-setting/row.txt'), 'utf8')
  writeFileSync(table, readFileSync(table, 'utf8').replace(/\n\}\n$/, `\n${row}}\n`))
  await writeSettings(folder)
})

test('it is in the types', () => {
  const types = `
    import type { Config, ModalConfig } from './src/config/types.js'
    import type { SettingsElement } from './src/elements/shell/settings-element.js'
    export const given: ModalConfig = { trialGreeting: 'ahoy' }
    // @ts-expect-error no greeting of the trial
    export const wrong: ModalConfig = { trialGreeting: 'goodbye' }
    declare const config: Config
    config.trialGreeting satisfies 'ahoy' | 'hello'
    declare const element: SettingsElement
    element.trialGreeting satisfies 'ahoy' | 'hello' | undefined
  `
  writeFileSync(join(folder, 'trial.test-d.ts'), types)
  const compilerOptions = { rootDir: '.' }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.src.json', compilerOptions, include: ['src/config', 'trial.test-d.ts'] }),
  )
  expect(run('typescript-7/bin/tsc', '-p', '.', '--singleThreaded')).toEqual([0, ''])
  expect(readFileSync(join(folder, 'src/config/setting-types.ts'), 'utf8')).toContain('How the trial greets.')
})

test('the first chunk checks its kind, the check its content', async () => {
  const { checkKinds } = await load<typeof CheckKinds>('config/check-kinds.ts')
  const { parseConfig } = await load<typeof Check>('config/check.ts')
  const refused = { code: 'CONFIG_INVALID', details: { setting: 'trialGreeting' } }
  expect(() => checkKinds(settings({ trialGreeting: 'ahoy' }))).not.toThrow()
  expect(() => checkKinds(settings({ trialGreeting: 5 }))).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  expect(() => parseConfig(settings({ trialGreeting: 'goodbye' }))).toThrow(
    expect.objectContaining({ ...refused, details: { ...refused.details, problem: 'one of ahoy, hello is needed' } }),
  )
})

test('it has its default, before the check and after', async () => {
  const { fillConfig } = await load<typeof Fill>('config/fill.ts')
  const { parseConfig } = await load<typeof Check>('config/check.ts')
  for (const fill of [fillConfig, parseConfig]) {
    expect(fill({})).toMatchObject({ trialGreeting: 'hello' })
    expect(fill(settings({ trialGreeting: 'ahoy' }))).toMatchObject({ trialGreeting: 'ahoy' })
  }
})

test('it is an attribute, which is read and described', async () => {
  const { SettingsElement } = await load<typeof Element>('elements/shell/settings-element.ts')
  const { readAttributes } = await load<typeof Attributes>('elements/shell/attributes.ts')
  expect(SettingsElement.observedAttributes).toContain('trial-greeting')
  expect(await readAttributes({}, { trialGreeting: 'ahoy' } as never)).toEqual({ trialGreeting: 'ahoy' })
  const globs = ['--globs', 'src/elements/shell/settings-element.ts', '--litelement']
  expect(run('@custom-elements-manifest/analyzer/cem.js', 'analyze', ...globs)).toEqual([
    0,
    expect.stringContaining('Created new manifest'),
  ])
  expect(JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'))).toHaveProperty(
    'modules.0.declarations.0.attributes',
    expect.arrayContaining([
      expect.objectContaining({ name: 'trial-greeting', default: "'hello'", description: 'The greeting, one word.' }),
    ]),
  )
})

test('it is in the guide', () => {
  const guide = readFileSync(join(folder, 'docs/guide/settings.md'), 'utf8')
  expect(guide.split('\n')).toContain("| `trialGreeting` | `'hello'` | How the trial greets. Said once per visit. |")
})
