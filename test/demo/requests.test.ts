import { stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import { devnetAccounts } from '../../services/devnet/accounts.js'
import { perform, type SignableRequest } from '../../demo/shared/perform.js'
import { describe as inWords, parseRequest } from '../../demo/shared/requests.js'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const codeOf = (method: string, params: unknown) => {
  try {
    parseRequest(method, params)
    return undefined
  } catch (error) {
    return error instanceof ProviderRpcError ? error.code : error
  }
}

describe('what a wallet does with it', () => {
  const account = privateKeyToAccount(devnetAccounts(1)[0]!.privateKey)
  const world = { account, chainId: 'eip155:31337', rpcUrl: 'http://127.0.0.1:1' }
  const asked = { chainId: '0x7a69', expiry: 2_000_000_000, signer: { type: 'keys' }, permissions: [{ type: 'any' }] }
  const grant = (changes: object) => perform(parseRequest('wallet_grantPermissions', [{ ...asked, ...changes }]) as SignableRequest, world) // oxfmt-ignore

  test('grants permissions of its account on the chain of the session, and of no other', async () => {
    expect(await grant({})).toMatchObject({
      ...asked,
      address: ada,
      context: expect.stringMatching(/^0x[\da-f]{170}$/i) as string,
    })
    await expect(grant({ address: bob })).rejects.toMatchObject({ code: 4100 })
    await expect(grant({ chainId: '0x1' })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('what a site asks the sandbox wallets', () => {
  test('shows a message as text, and says so when it is none', () => {
    const text = inWords(parseRequest('personal_sign', [stringToHex('Grüße\nzweite Zeile'), ada]), String)
    expect(text).toMatchObject({ title: 'Sign a message', text: 'Grüße\nzweite Zeile', warning: undefined })
    const bytes = inWords(parseRequest('personal_sign', ['0xff00fe01', ada]), String)
    expect(bytes.text).toBe('0xff00fe01')
    expect(bytes.warning).toContain('not readable')
  })

  test('says how much goes where', () => {
    const request = parseRequest('eth_sendTransaction', [{ from: ada, to: bob, value: '0x2386f26fc10000' }])
    const { title, facts } = inWords(request, String)
    expect(title).toBe('Send coins')
    expect(facts).toContainEqual({ label: 'Amount', value: '0.01 ETH' })
    expect(facts).toContainEqual({ label: 'To', value: '0x7099…79C8', long: bob })
  })

  test('warns of a contract call, and names a deployment', () => {
    const call = inWords(parseRequest('eth_sendTransaction', [{ from: ada, to: bob, data: '0xa9059cbb0000' }]), String)
    expect(call).toMatchObject({ title: 'Call a contract', warning: expect.stringContaining('contract') as string })
    expect(call.facts.at(-1)?.value).toBe('6 bytes, selector 0xa9059cbb')
    expect(inWords(parseRequest('eth_sendTransaction', [{ from: ada, data: '0x6000' }]), String).title).toBe('Deploy a contract')
  })

  test('shows permissions and their end, and which are taken back', () => {
    const permissions = [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 60 } }]
    const asked = {
      chainId: '0x7a69',
      address: ada,
      expiry: 2_000_000_000,
      signer: { type: 'keys', data: { keys: [] } },
      permissions,
    }
    const granted = inWords(parseRequest('wallet_grantPermissions', [asked]), String)
    expect([granted.verb, JSON.parse(granted.text ?? '')]).toEqual(['Grant', permissions])
    expect(granted.facts).toEqual([{ label: 'Until', value: new Date(2_000_000_000_000).toLocaleString() }])
    const revoked = inWords(parseRequest('wallet_revokePermissions', [{ pci: 'one', address: ada }]), String)
    expect(revoked).toMatchObject({ title: 'Take permissions back?', text: 'one' })
    expect(codeOf('wallet_grantPermissions', [{ ...asked, permissions: [] }])).toBe(-32_602)
    expect(codeOf('wallet_revokePermissions', [{ eth_accounts: {} }])).toBe(-32_602)
  })

  test('refuses what it does not know, and what is of the wrong shape', () => {
    expect(codeOf('eth_sign', [ada, '0x00'])).toBe(4200)
    expect(codeOf('personal_sign', [1, ada])).toBe(-32_602)
    expect(codeOf('personal_sign', 'hello')).toBe(-32_602)
    expect(codeOf('eth_sendTransaction', [{ from: ada, value: 'lots' }])).toBe(-32_602)
    expect(codeOf('eth_sendTransaction', [])).toBe(-32_602)
    expect(codeOf('eth_signTypedData_v4', [ada, '{'])).toBe(-32_602)
    expect(codeOf('wallet_switchEthereumChain', [{ chainId: 1 }])).toBe(-32_602)
  })
})
