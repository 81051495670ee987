// The scenes of the gallery whose wallets stand in the page, in several ecosystems.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createScenes } from '../../demo/gallery/scenes.js'
import { createStage, type Stage } from '../../demo/gallery/stage.js'
import type { DemoConfig } from '../../demo/shared/config.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createInstalled } from '../../src/state/wallets/installed.js'
import { bitcoin, mainnet } from '../../src/vocabulary/networks.js'

const url = 'http://127.0.0.1:1'
const demo: DemoConfig = {
  services: url,
  relay: 'ws://127.0.0.1:1',
  evm: url,
  dapp: url,
  wallet: url,
  gallery: url,
  chainId: 31_337,
}
const scenes = createScenes(demo)
const ecosystems = ['bip122', 'cosmos', 'eip155', 'polkadot', 'solana']

let stage: Stage | undefined
afterEach(() => {
  stage?.end()
  stage = undefined
})

async function play(view: 'ConnectingMultiChain' | 'ProfileWallets' | 'Networks', state: string): Promise<Stage> {
  const scene = scenes[view]?.[state]
  if (!scene) throw new Error('there is no such scene')
  const made = createStage(demo, { theme: 'light', locale: 'en' }, { ...scene, world: 'none' })
  stage = made
  document.body.append(made.element)
  made.open({ name: 'Connect' })
  await scene.play(made)
  return made
}
const connected = ({ core }: Stage) =>
  core
    .use(createConnection)
    .$connections.get()
    .map(({ namespace }) => namespace)
    .sort()

test('a wallet on five ecosystems asks for which', async () => {
  await play('ConnectingMultiChain', 'choose')
  for (const name of ['Ethereum', 'Solana', 'Bitcoin', 'Polkadot', 'Cosmos'])
    await expect.element(page.getByRole('button', { name })).toBeVisible()
})

test.each(['ProfileWallets', 'Networks'] as const)('%s shows a wallet of this browser on five ecosystems', async (view) => {
  const made = await play(view, 'installed')
  expect(connected(made)).toEqual(ecosystems)
  await expect.element(page.getByText('Aspen').first()).toBeInTheDocument()
})

test('a scene that ends before its wallets are found waits for them no longer', async () => {
  const config = { networks: [mainnet, bitcoin] } // so that nobody looks for the third wallet
  const made = createStage(
    demo,
    { theme: 'light', locale: 'en' },
    { world: 'none', config, wallets: [{}], elsewhere: [{ namespace: 'bip122' }, { namespace: 'solana' }] },
  )
  const waiting = made.connectAll()
  await expect.poll(() => made.core.use(createInstalled).get().length).toBe(2)
  made.end()
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
})
