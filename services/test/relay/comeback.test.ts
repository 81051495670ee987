// A relay that dies and comes back, and an old wallet as it was published: it then opens connections by the hundred. `WM_ROUNDS=10` plays
// it ten times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { createDappPeer } from '../support/dapp-peer.js'
import { fillFolder } from '../support/embedded.js'
import { startRelayProcess } from '../support/spawn-relay.js'
import { createWalletPeer } from '../support/wallet-peer.js'

const ROUNDS = Number(process.env['WM_ROUNDS'] ?? 1)
/** Of one round; a busy machine plays it slowly. */
const PATIENCE_MS = 120_000

test.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))(
  'a wallet of 2.17.1 answers again after its relay was killed and started again (round %i)',
  { timeout: PATIENCE_MS },
  async (round) => {
    const folder = mkdtempSync(join(tmpdir(), 'wm-comeback-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await fillFolder(join(folder, 'db'))
    const relay = await startRelayProcess(join(folder, 'db'))
    const page = await createDappPeer({ relayUrl: relay.url })
    const phone = await createWalletPeer({
      ...{ relayUrl: relay.url, version: '2.17.1', isUntamed: true },
      ...{ privateKey: generatePrivateKey(), chains: ['eip155:31337'] },
    })
    onTestFinished(async () => {
      await page.close()
      await phone.close()
    })
    const { uri, session } = await page.connect()
    await phone.pair(uri)
    await session
    const away = new Promise<void>((resolve) => phone.client.core.relayer.events.once('relayer_disconnect', () => resolve()))
    await relay.kill()
    await away
    const answer = page.personalSign('are you there?', phone.address)
    await startRelayProcess(join(folder, 'db'), relay.port)
    const began = Date.now()
    expect(await answer).toMatch(/^0x/)
    expect(phone.requests).toHaveLength(1)
    if (ROUNDS > 1) console.log(`round ${round}: answered ${Date.now() - began} ms after the relay was back`)
  },
)
