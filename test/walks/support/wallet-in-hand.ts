// A wallet as its owner holds it, so that one walk runs with a wallet in the page and with one in another process: connect it, read what it asks, say yes or no.
import type { Page } from '@playwright/test'
import { chainName } from '../../../demo/shared/chain.js'
import { describe, parseRequest } from '../../../demo/shared/requests.js'
import { dappOf, EXTENSION } from './dapp.js'
import { devnetKeys, startWallet, type Urls, type WalletProcess } from './stack.js'
import { expect } from './walk.js'

/** What both wallets call what they are asked for. */
export type Question = 'Send coins' | 'Call a contract' | 'Sign a message' | 'Sign structured data'

export interface WalletInHand {
  /** From the page's Connect to its account. */
  connect(): Promise<void>
  isConnected(): Promise<void>
  /** Waits for the question, and leaves it open. */
  isAsked(question: Question): Promise<void>
  /** Waits for the question and says yes. `text`: what the question has to show. */
  approve(question: Question, text?: string): Promise<void>
  reject(question: Question): Promise<void>
  /** Goes on with the devnet's second account. */
  useSecondAccount(): Promise<void>
  /** The same wallet in another tab, whose page is loaded, connected to it. */
  inTab(page: Page): Promise<WalletInHand>
  close(): Promise<void>
}

const yes: Readonly<Record<Question, string>> = {
  'Send coins': 'Send',
  'Call a contract': 'Send',
  'Sign a message': 'Sign',
  'Sign structured data': 'Sign',
}

/** The wallet that the demo installs in the page. */
export function extensionInHand(page: Page): WalletInHand {
  const dapp = dappOf(page)
  return {
    connect: () => dapp.connectExtension(),
    isConnected: () => dapp.isConnected(EXTENSION),
    isAsked: (question) => expect(dapp.ask(question)).toBeVisible(),
    async approve(question, text) {
      const window = dapp.ask(question)
      if (text !== undefined) await expect(window.getByText(text)).toBeVisible()
      await window.getByRole('button', { name: yes[question] }).click()
    },
    reject: (question) => dapp.ask(question).getByRole('button', { name: 'Reject' }).click(),
    async useSecondAccount() {
      const before = await dapp.address()
      await dapp.chooseInExtension('Account', { index: 1 })
      await expect.poll(() => dapp.address()).not.toBe(before)
    },
    async inTab(other) {
      const there = extensionInHand(other)
      await there.connect()
      return there
    },
    close: () => Promise.resolve(),
  }
}

const PHONE = 'Phone'

/** A wallet that knows the relay and a key, and sends to the devnet by itself. */
export async function phoneInHand(page: Page, { relay, evm }: Pick<Urls, 'relay' | 'evm'>): Promise<WalletInHand> {
  const start = (index: 0 | 1) =>
    startWallet({
      relayUrl: relay,
      rpcUrl: evm,
      privateKey: devnetKeys[index],
      chains: ['eip155:31337', 'eip155:1'],
      name: PHONE,
    })
  let phone: WalletProcess = await start(0)
  const read = async (question: Question, text = '') => {
    const { method, params } = await phone.asked()
    const asked = describe(parseRequest(method, params), chainName)
    expect(asked.title).toBe(question)
    expect(asked.text ?? '').toContain(text)
  }
  const inTab = (tab: Page): WalletInHand => {
    const dapp = dappOf(tab)
    const connect = async () => {
      await phone.hold()
      await phone.pair(await dapp.pairingUri())
      await dapp.isConnected(PHONE)
      expect(await dapp.address()).toBe(phone.address)
    }
    return {
      connect,
      isConnected: () => dapp.isConnected(PHONE),
      isAsked: (question) => read(question),
      async approve(question, text) {
        await read(question, text)
        await phone.answer(true)
      },
      async reject(question) {
        await read(question)
        await phone.answer(false)
      },
      async useSecondAccount() {
        await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
        await dapp.isDisconnected()
        await phone.close()
        phone = await start(1)
        await connect()
      },
      async inTab(other) {
        const there = inTab(other)
        await there.isConnected() // the page keeps its session over tabs
        return there
      },
      close: () => phone.close(),
    }
  }
  return inTab(page)
}
