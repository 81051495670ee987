// Drawings of wallets, networks and tokens from the package @web3icons/core (MIT), found by name and loaded when first asked for.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

const kinds = ['wallets', 'networks', 'tokens'] as const
/** Folder of the package. */
export type IconKind = (typeof kinds)[number]

/** The drawings. Names are compared without case. */
export interface Icons {
  /** SVG text; undefined when there is no such drawing. */
  load(kind: IconKind, name: string): Promise<string | undefined>
  has(kind: IconKind, name: string): boolean
}

const drawingSchema = z.object({ default: z.string().startsWith('<svg ') })
const suffix = '.svg.js'

let listed: ReadonlyMap<string, string> | undefined
/** Paths of the package's files, by kind and name. They are some thousand, and listed once in a process. */
function drawings(): ReadonlyMap<string, string> {
  if (listed) return listed
  const root = join(dirname(createRequire(import.meta.url).resolve('@web3icons/core')), 'svgs')
  const paths = new Map<string, string>()
  for (const kind of kinds) {
    const folder = join(root, kind, 'background')
    for (const file of readdirSync(folder)) {
      if (file.endsWith(suffix)) paths.set(`${kind}/${file.slice(0, -suffix.length).toLowerCase()}`, join(folder, file))
    }
  }
  return (listed = paths)
}

/** Only names that the package has become part of a path. */
export function createIcons(): Icons {
  const paths = drawings()
  const pathOf = (kind: IconKind, name: string) => paths.get(`${kind}/${name.toLowerCase()}`)
  return {
    has: (kind, name) => pathOf(kind, name) !== undefined,
    async load(kind, name) {
      const path = pathOf(kind, name)
      if (path === undefined) return undefined
      return drawingSchema.parse(await import(pathToFileURL(path).href)).default
    },
  }
}

/** CAIP-2 id → name of the network's drawing, or of its token's drawing where the network has none. */
export const networkIcons: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:25': 'cronos',
  'eip155:56': 'binance-smart-chain',
  'eip155:97': 'binance-smart-chain',
  'eip155:100': 'gnosis',
  'eip155:130': 'unichain',
  'eip155:137': 'polygon',
  'eip155:146': 'sonic',
  'eip155:250': 'fantom',
  'eip155:280': 'zksync',
  'eip155:300': 'zksync',
  'eip155:324': 'zksync',
  'eip155:420': 'optimism',
  'eip155:480': 'world',
  'eip155:1101': 'polygon-zkevm',
  'eip155:1284': 'moonbeam',
  'eip155:1285': 'moonriver',
  'eip155:5000': 'mantle',
  'eip155:8453': 'base',
  'eip155:10200': 'gnosis',
  'eip155:17000': 'ethereum',
  'eip155:31337': 'ethereum',
  'eip155:42161': 'arbitrum-one',
  'eip155:42170': 'arbitrum-nova',
  'eip155:42220': 'celo',
  'eip155:43113': 'avalanche',
  'eip155:43114': 'avalanche',
  'eip155:44787': 'celo',
  'eip155:59144': 'linea',
  'eip155:80002': 'polygon',
  'eip155:81457': 'blast',
  'eip155:84532': 'base',
  'eip155:421614': 'arbitrum-one',
  'eip155:534352': 'scroll',
  'eip155:7777777': 'zora',
  'eip155:11155111': 'ethereum',
  'eip155:11142220': 'celo',
  'eip155:11155420': 'optimism',
  'eip155:999999999': 'zora',
  'eip155:1313161554': 'aurora',
  'eip155:1313161555': 'aurora',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
  'bip122:000000000933ea01ad0ee984209779ba': 'bitcoin',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'polkadot',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 'KSM',
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 'polkadot',
  'cosmos:cosmoshub-4': 'cosmos-hub',
  'cosmos:osmosis-1': 'osmosis',
  'cosmos:juno-1': 'juno',
}
