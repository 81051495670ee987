// The same product as `npm start` runs, but with services that a walk can kill and start again: same port, same data.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseReadyLine } from '../../../scripts/lib/children.mjs'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { contentSecurityPolicy, createStaticServer, listen } from '../../../demo/server/static-server.mjs'
import { programOf } from './bundle-programs.js'
import { ended, root, type Urls } from './stack.js'

/** Without the frame of the embedded wallet. */
export interface RestartableStack extends Omit<Urls, 'frame' | 'mailbox'> {
  /** Ends the services as a power cut does, when those that follow them have loaded their code. */
  kill(): Promise<void>
  /** Starts them again where they were. Takes as long as opening the data does: loading the code could outlast what the page waits for. */
  revive(): Promise<void>
  stop(): Promise<void>
}

interface Program {
  readonly child: ChildProcess
  readonly ready: Readonly<Record<string, string>>
}

const spawnProgram = (file: string, env: Record<string, string>) =>
  spawn(process.execPath, [file], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })

/** Waits until a program says `word {…}`. */
async function readyOf(child: ReturnType<typeof spawnProgram>, word: string): Promise<Program> {
  const ready = await new Promise<Program['ready']>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = parseReadyLine(word, line)
      if (answer) resolve(answer as Program['ready']) // our own programs print urls
    })
    child.once('exit', (code) => reject(new Error(`${word} ended with ${code}`)))
  })
  return { child, ready }
}

async function end({ child }: Program, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await ended(child)
}

/** @param env what the services are told beside their port and their data */
export async function startRestartableStack(env: Record<string, string> = {}): Promise<RestartableStack> {
  const folder = mkdtempSync(join(tmpdir(), 'wm-walk-'))
  const devnet = await readyOf(spawnProgram(programOf('devnet'), { WM_EVM_PORT: '0' }), 'devnet')
  const evm = devnet.ready['url'] ?? ''
  const port = String(await freePort())
  const prepare = async () => {
    const child = spawnProgram(programOf('prepared-services'), {
      WM_SERVICES_HOST: '127.0.0.1',
      WM_SERVICES_PORT: port,
      WM_FRAME_PORT: '0',
      WM_DATA_DIR: folder,
      WM_EVM_URL: evm,
      WM_DEV: '1',
      WM_LOG: 'error',
      ...env,
    })
    await readyOf(child, 'prepared')
    return child
  }
  const start = (child: Awaited<ReturnType<typeof prepare>>) => {
    const program = readyOf(child, 'services')
    child.stdin.end('start\n')
    return program
  }
  let services = await start(await prepare())
  const { url = '', relay = '' } = services.ready
  let following: Awaited<ReturnType<typeof prepare>> | undefined
  const urls = { services: url, relay, evm, dapp: '', wallet: 'http://127.0.0.1/', gallery: 'http://127.0.0.1/' }
  const connect = [url, relay, evm].map((each) => new URL(each).origin)
  const server: Server = createStaticServer({
    folders: { '/': `${root}/dist/demo` },
    rewrites: { '/': '/dapp/index.html' },
    json: { '/config.json': () => ({ ...urls, chainId: 31_337 }) },
    headers: () => ({ 'content-security-policy': contentSecurityPolicy(connect) }),
  })
  urls.dapp = `http://localhost:${await listen(server, { host: '127.0.0.1', port: 0 })}/`
  return {
    ...urls,
    async kill() {
      following = await prepare()
      await end(services, 'SIGKILL')
    },
    async revive() {
      if (!following) throw new Error('Services that were not killed cannot be started again.')
      services = await start(following)
      following = undefined
    },
    async stop() {
      following?.kill()
      await end(services, 'SIGTERM')
      await end(devnet, 'SIGTERM')
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true })
    },
  }
}
