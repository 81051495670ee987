// The modal of the page, and what the checks of each library have in common: a node, a wallet that the test holds, and how to connect.
import { anvil } from 'viem/chains'
import { createWalletModal } from 'wallet-modal'

declare global {
  /** Url of the devnet. */
  var consumerNode: string
  /** The announced mock wallet. */
  var consumerWallet: {
    fail(method: string, failure: 'reject' | undefined): void
    setAccounts(accounts: readonly string[]): void
  }
  /** One check per library, called by the test. */
  var consumerUses: Record<string, () => Promise<void>>
}

/** Without blocks of others, viem may miss that of a transaction while it looks for another in its place. */
export const devnet = {
  ...anvil,
  rpcUrls: { default: { http: [globalThis.consumerNode] } },
  supportsTransactionReplacementDetection: false,
}
/** The devnet again, as another network of the page. */
export const other = { ...devnet, id: 1, name: 'Ethereum' }
export const modal = createWalletModal({
  projectId: 'libraries',
  networks: [devnet, other],
  rpcUrls: { 'eip155:1': globalThis.consumerNode, 'eip155:31337': globalThis.consumerNode },
})
export const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const typedData = {
  domain: { name: 'Mail', version: '1', chainId: 31337 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hello' },
} as const

modal.$account.subscribe((account) => (document.querySelector('#account')!.textContent = account?.address ?? ''))
document.querySelector('#disconnect')!.addEventListener('click', () => void modal.disconnect())

/** Presses the wallet's row as soon as it is there. */
export async function connect(): Promise<string> {
  const connected = modal.connect()
  const find = (root: ParentNode): HTMLElement | undefined => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.matches('button') && element.textContent.includes('Consumer Wallet')) return element
      const inside = element.shadowRoot && find(element.shadowRoot)
      if (inside) return inside
    }
    return undefined
  }
  await until(() => find(document), 'the row of the wallet')
  find(document)!.click()
  const { address } = await connected
  await modal.switchNetwork('eip155:31337')
  return address
}

/** The page ends a connection, then the library does, then the wallet; the library hears each. */
export async function endsBothWays(
  library: string,
  { accounts, revoke }: { accounts: () => Promise<readonly unknown[]>; revoke: () => Promise<unknown> },
): Promise<void> {
  const isOver = async (who: string) => {
    await until(() => !modal.$account.get(), `the end that ${who} made`)
    same((await accounts()).length, 0, `${library}: accounts after the end that ${who} made`)
  }
  await modal.disconnect()
  await isOver('the page')
  await connect()
  same((await accounts()).length, 1, `${library}: accounts`)
  await revoke()
  await isOver(library)
  await connect()
  globalThis.consumerWallet.setAccounts([])
  await isOver('the wallet')
  localStorage.removeItem('consumer-wallet') // else it would know the page again after the next load, and be restored
}

export async function until(isTrue: () => unknown, what: string): Promise<void> {
  for (let frames = 0; frames < 900; frames++) {
    if (isTrue()) return
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  throw new Error(`Waited in vain for ${what}`)
}

export function same(actual: unknown, expected: unknown, what: string): void {
  const [one, two] = [actual, expected].map((value) => String(value).toLowerCase())
  if (one !== two) throw new Error(`${what}: ${one} instead of ${two}`)
}

/** What `act` is refused with, by any of the names that libraries have for it. */
export async function refusal(act: () => Promise<unknown>): Promise<string> {
  globalThis.consumerWallet.fail('personal_sign', 'reject')
  try {
    await act()
  } catch (error) {
    const { code, cause, info } = error as { code?: unknown; cause?: { code?: unknown }; info?: { error?: { code?: unknown } } }
    return [code, cause?.code, info?.error?.code].join(' ')
  } finally {
    globalThis.consumerWallet.fail('personal_sign', undefined)
  }
  throw new Error('It was not refused')
}
