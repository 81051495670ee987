// A plugin for Vitest: where no anvil is, a file of tests that needs the EVM devnet is left out, by name. Which these are is told from what they import.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closure } from '../../vite/closure.mjs'
import { hasAnvil } from '../../scripts/lib/machine.mjs'

const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** @param {string} file absolute path of a test */
const needsDevnet = (file) => [...closure(file)].some((path) => path.endsWith('services/devnet/anvil.ts'))

/**
 * The content of such a file is a single skipped test with the file's name. With `WM_REQUIRE_ALL=1` nothing is skipped, and the file fails.
 * @returns {import('vite').Plugin}
 */
export function skipWithoutAnvil() {
  const isMissing = !hasAnvil() && process.env.WM_REQUIRE_ALL !== '1'
  return {
    name: 'skip-without-anvil',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      if (!isMissing || !/\.test\.ts$/.test(file) || file.includes('.browser.') || !needsDevnet(file)) return undefined
      const name = JSON.stringify(`${relative(root, file)}: there is no anvil for the EVM devnet (https://getfoundry.sh)`)
      return { code: `import { test } from 'vitest'\ntest.skip(${name}, () => {})`, map: null }
    },
  }
}
