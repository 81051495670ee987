// A real EVM node for tests: anvil on 127.0.0.1 and a port of its own choice, with its ten well-known, funded accounts.
import { spawn } from 'node:child_process'
import { findAnvil } from '../../services/devnet/anvil.js'

export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** Funded; these keys are anvil's published ones and worth nothing. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: `0x${string}` }[]
  stop(): Promise<void>
}

const accounts: Anvil['accounts'] = [
  {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
]

/** Resolves when the node answers. `port` 0 (default): any free one. */
export function startAnvil({ chainId = 31337, port = 0 }: { chainId?: number; port?: number } = {}): Promise<Anvil> {
  const binary = findAnvil()
  const node = spawn(binary, ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      if (node.exitCode !== null || node.signalCode !== null) return resolve()
      node.once('exit', () => resolve())
      node.kill()
    })
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (address) resolve({ url: `http://${address}`, chainId, accounts, stop })
    }
    node.stdout.on('data', listen)
    node.stderr.on('data', listen)
    node.once('error', reject)
    node.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output.slice(-500)}`)))
    process.once('exit', () => node.kill())
  })
}
