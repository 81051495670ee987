// Writes src/elements/icons/networks/: the marks of the networks that src/vocabulary/networks.ts knows, one module each, from the MIT-licensed package
// @web3icons/core. `npm run generate` runs it; a test compares the table with the list of networks.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, write, writeFolder } from './lib/write.mjs'
import { root } from './prepare.mjs'

/** Drawing of the package → chains that bear it. A test network has the mark of the network that it is for. */
const drawings = {
  'networks/ethereum': ['eip155:1', 'eip155:11155111', 'eip155:31337'],
  'networks/optimism': ['eip155:10', 'eip155:11155420'],
  'networks/binance-smart-chain': ['eip155:56', 'eip155:97'],
  'networks/gnosis': ['eip155:100', 'eip155:10200'],
  'networks/polygon': ['eip155:137', 'eip155:80002'],
  'networks/zksync': ['eip155:324', 'eip155:300'],
  'networks/base': ['eip155:8453', 'eip155:84532'],
  'networks/arbitrum-one': ['eip155:42161', 'eip155:421614'],
  'networks/celo': ['eip155:42220', 'eip155:11142220'],
  'networks/avalanche': ['eip155:43114', 'eip155:43113'],
  'networks/zora': ['eip155:7777777', 'eip155:999999999'],
  'networks/aurora': ['eip155:1313161554', 'eip155:1313161555'],
  'networks/solana': [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ],
  'networks/bitcoin': ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'],
  'networks/polkadot': ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'],
  'tokens/KSM': ['polkadot:b0a8d493285c2df73290dfb7e61f870f'],
  'networks/cosmos-hub': ['cosmos:cosmoshub-4'],
  'networks/osmosis': ['cosmos:osmosis-1'],
}
const names = { 'tokens/KSM': 'kusama' }

const nameOf = (drawing) => names[drawing] ?? drawing.split('/')[1]
const folder = join(root, 'src/elements/icons/networks')
const svgs = join(dirname(createRequire(join(root, 'services/package.json')).resolve('@web3icons/core')), 'svgs')

/** The drawing without its frame: 24 by 24, filled to the edge. */
async function markupOf(drawing) {
  const [kind, name] = drawing.split('/')
  const { default: text } = await import(pathToFileURL(join(svgs, kind, 'background', `${name}.svg.js`)).href)
  const inner = /^<svg [^>]*viewBox="0 0 24 24"[^>]*>([\s\S]*)<\/svg>\s*$/.exec(text)?.[1]
  if (inner === undefined) throw new Error(`${drawing}: another frame than 24 by 24`)
  if (/<script|<style|<image|<foreignObject|\son\w+=|href=|style=|[`\\$]/i.test(inner))
    throw new Error(`${drawing}: more than a drawing`)
  return inner.replace(/>\s+</g, '><').trim()
}

const source = 'Written by scripts/network-marks.mjs from @web3icons/core (MIT, see THIRD-PARTY-NOTICES.md)'

/** By name. */
const marks = new Map()
for (const drawing of Object.keys(drawings)) {
  const text = `// ${source}.\nimport { svg } from 'lit'\n\n// oxfmt-ignore\nexport const mark = svg\`${await markupOf(drawing)}\`\n`
  marks.set(`${nameOf(drawing)}.ts`, await format('mark.ts', text))
}
writeFolder(folder, marks)
const entries = Object.entries(drawings).flatMap(([drawing, chains]) =>
  chains.map((chain) => `  '${chain}': () => import('./networks/${nameOf(drawing)}.js'),`),
)
write(
  join(folder, '../network-marks.ts'),
  await format(
    'network-marks.ts',
    `// ${source}: the mark of each known network, by CAIP-2 id.
import type { SVGTemplateResult } from 'lit'

/** Loads the mark of a network, by CAIP-2 id: the content of an svg element of 24 by 24. */
export const networkMarks: Readonly<Record<string, () => Promise<{ readonly mark: SVGTemplateResult }>>> = {
${entries.join('\n')}
}
`,
  ),
)
