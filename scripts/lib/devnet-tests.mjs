// Which test files need the EVM devnet, told from what they import; and how to leave them out, by name, where no anvil is.
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closure } from '../../vite/closure.mjs'
import { hasAnvil } from './anvil.mjs'

const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** @param {string} file absolute path of a test */
export const needsDevnet = (file) => [...closure(file)].some((path) => path.endsWith('services/devnet/anvil.ts'))

/**
 * A plugin for Vitest: where no anvil is, the content of a file that needs one is a single skipped test with the file's name. With `WM_REQUIRE_ALL=1`
 * nothing is skipped, and such a file fails.
 * @returns {import('vite').Plugin}
 */
export function skipWithoutAnvil() {
  const isMissing = !hasAnvil() && process.env.WM_REQUIRE_ALL !== '1'
  return {
    name: 'skip-without-anvil',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0]
      if (!isMissing || !/\.test\.ts$/.test(file) || file.includes('.browser.') || !needsDevnet(file)) return undefined
      const name = JSON.stringify(`${relative(root, file)}: there is no anvil for the EVM devnet (https://getfoundry.sh)`)
      return { code: `import { test } from 'vitest'\ntest.skip(${name}, () => {})`, map: null }
    },
  }
}
