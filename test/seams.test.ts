// The two seams: what the first open brings, what follows it as one piece, and every other dynamic import, each with its reason.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { closure } from '../scripts/closure.mjs'

const root = join(import.meta.dirname, '..')
const sourcesOf = (entry: string): string[] =>
  [...closure(join(root, entry))]
    .filter((path) => path.startsWith('/'))
    .map((path) => relative(root, path))
    .sort()

const entry = sourcesOf('src/index.ts')
const firstOpen = sourcesOf('src/first-open.ts').filter((path) => !entry.includes(path))
const afterOpen = sourcesOf('src/after-open.ts').filter((path) => !entry.includes(path) && !firstOpen.includes(path))

function groupBy(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  return folders
}

/** By folder, so that somebody who reads it sees what a static import costs. */
function print(title: string, paths: readonly string[]) {
  const folders = groupBy(paths)
  const lines = [...folders].map(
    ([folder, files]) => `  ${folder}: ${files.map((path) => path.slice(folder.length + 1, -3)).join(' ')}`,
  )
  console.log([`${title}: ${paths.length} modules`, ...lines].join('\n'))
}

test('the two closures', () => {
  print('closed button', entry)
  print('first open', firstOpen)
  print('after the first open', afterOpen)
  expect(firstOpen).toEqual(
    expect.arrayContaining(['src/instance.ts', 'src/elements/shell/dialog.ts', 'src/elements/views/connect-view.ts']),
  )
  expect(afterOpen).toEqual(
    expect.arrayContaining([
      'src/config/check.ts',
      'src/elements/shell/dialog-effects.ts',
      'src/state/reactions.ts',
      'src/verbs.ts',
    ]),
  )
  // What a wallet is spoken with, and what reads answers of servers, is in neither.
  const foreign = [...entry, ...firstOpen].filter((path) => /^src\/(api|connectors\/relay)\//.test(path))
  expect(foreign).toEqual([])
})

/** Rows of tables: views, languages, marks of networks, ecosystems. */
const tables = new Set(['src/elements/all-routes.ts', 'src/elements/icons/network-marks.ts', 'src/namespaces.ts'])
const isTable = (path: string) => tables.has(path) || /^src\/elements\/locales\//.test(path)

/** Everything else that is fetched apart, and why it is in neither closure. */
const apart: Readonly<Record<string, string>> = {
  'src/wallet-modal.ts → ./first-open.js': 'the first seam',
  'src/instance.ts → ./after-open.js': 'the second seam',
  // wallets
  'src/connectors/wallet-port.ts → ./open-wallet.js': 'a wallet is chosen, or the page brings wallets of its own',
  'src/connectors/open-wallet.ts → ./relay/pairing.js': 'a phone wallet is wanted',
  'src/connectors/relay/client.ts → @walletconnect/universal-provider': 'a phone wallet is wanted',
  'src/connectors/relay/client.ts → @walletconnect/keyvaluestorage': 'a phone wallet is wanted',
  'src/connectors/eip155/discover.ts → ./injected.js': 'something stands at window.ethereum that has not announced itself',
  'src/state/connect-rows.ts → ./wallets.js':
    'the rules of the lists: after the first row, or before it where they may change it',
  'src/state/wallets.ts → ./listed-wallets.js': 'the page has a wallet list service',
  'src/state/wallets.ts → ./phone-reach.js': 'phones only',
  'src/state/wallets.ts → ./recents.js': 'a visitor who connected before',
  'src/state/wallet-directory.ts → ../api/wallets.js': 'the page has a wallet list service',
  // what is read of services and nodes
  'src/state/balances.ts → ../api/balances.js': 'the page has a data service, and balances are shown',
  'src/state/identity.ts → ../api/identity.js': 'the page has a data service, and an account is shown',
  'src/state/names.ts → ../api/names.js': 'the page has a data service, and names are asked for',
  'src/state/reads.ts → ../api/rpc.js': 'a node is asked',
  // the page's buttons
  'src/elements/shell/connect-button.ts → ./connect-face.js': 'a button that shows more than its closed form',
  'src/elements/shell/account-button.ts → ./account-face.js': 'a button that shows more than its closed form',
  'src/elements/shell/network-button.ts → ./network-face.js': 'a button that shows more than its closed form',
  'src/elements/shell/account-face.ts → ../../state/balance.js': 'the button shows the balance',
  'src/elements/shell/account-label.ts → ../../state/identity.js': 'an account is shown, and there is a data service',
  // words
  'src/elements/lib/localize.ts → ./words.js': 'another language, a plural, or the words of another feature',
  'src/elements/lib/check-locale.ts → ./words.js': 'the page names a language',
  // settings of few pages
  'src/elements/shell/attributes.ts → ../../config/network-names.js': 'the attribute networks',
  'src/elements/shell/attributes.ts → ./unknown-names.js': 'debug',
  'src/verbs.ts → ./elements/shell/unknown-names.js': 'debug',
  'src/elements/shell/unknown-names.ts → ../lib/words.js': 'debug',
  'src/elements/shell/host.ts → ./several.js': 'several modals on one page',
  'src/elements/shell/host.ts → ./attribute-changes.js': 'theme or locale changes later',
  'src/elements/lib/theme.ts → ./accent.js': 'the page sets an accent',
  'src/elements/views/connect-view.ts → ../templates/consent-box.js': 'the page asks for consent',
  'src/elements/views/connect-view.ts → ../templates/wallet-finder.js': 'twelve wallets or more',
  // drawing
  'src/elements/primitives/icon.ts → ../icons/all.js': 'an icon that is not on the first screen',
  'src/elements/primitives/network-icon.ts → ../icons/network-marks.js': 'a network without a picture of its own',
  'src/elements/primitives/picture.ts → ./tint.js': 'a wallet without a picture',
  'src/elements/primitives/qr-code.ts → ./qr-encoder.js': 'a code is drawn, while the relay is being reached',
  // parts of one view that few visits need
  'src/elements/views/all-wallets-view.ts → ../../state/pairing.js': 'phones only: links are made ahead',
  'src/elements/views/connecting-walletconnect-view.ts → ../primitives/tabs.js': 'a wallet with several ways',
  'src/elements/views/connecting-walletconnect-view.ts → ../templates/pairing-outcome.js':
    'a pairing that ends in another way than by success',
  'src/elements/views/connecting-walletconnect-view.ts → ../templates/pairing-link.js': 'a wallet that is reached by a link',
  'src/elements/templates/pairing-outcome.ts → ../primitives/empty-state.js': 'there are no services',
  'src/elements/templates/pairing-outcome.ts → ../views/connecting-external-view.js': 'the wallet is installed, too',
  'src/elements/templates/pairing-outcome.ts → ../views/downloads-view.js': 'the wallet has to be had first',
}

const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    return statSync(join(root, path)).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })

test('each dynamic import is a row of a table, or stands here with its reason', () => {
  const found = files('src').flatMap((path) => {
    if (isTable(path)) return []
    const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
    return [...code.matchAll(/(?<!typeof )(?<!: )\bimport\('([^']+)'\)/g)].map(([, specifier]) => `${path} → ${specifier}`)
  })
  expect([...new Set(found)].sort()).toEqual(Object.keys(apart).sort())
})
