// The nginx of the guide with its own configuration, TLS and certificates of a day, on free ports of the loopback.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { findNginx } from '../../../scripts/lib/machine.mjs'

const configuration = readFileSync(new URL('../../nginx.conf', import.meta.url), 'utf8')
const program = findNginx()
const isLeftOut = program === undefined && process.env['WM_REQUIRE_ALL'] !== '1'

/** Why there is no nginx, or undefined. */
export const missingNginx = isLeftOut ? 'it is not installed; Debian: apt install nginx-light' : undefined

/** A folder with the configuration and certificates, to the end of the test. */
export interface NginxFolder {
  readonly folder: string
  /** Writes the configuration with `changes`, each of a text that it has. */
  write(changes?: readonly (readonly [from: string, to: string])[]): void
}

/** @param names of the two servers, in the place of those of the guide */
export function createNginxFolder(names = { services: 'services.example.org', wallet: 'wallet.example.org' }): NginxFolder {
  const folder = mkdtempSync(join(tmpdir(), 'wm-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'tls'))
  for (const [file, name] of Object.entries(names)) {
    const files = ['-keyout', join(folder, `tls/${file}.key`), '-out', join(folder, `tls/${file}.crt`)]
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-days', '2', ...files], { stdio: 'pipe' })
  }
  return {
    folder,
    write(changes = []) {
      let text = configuration
      for (const [from, to] of [
        ['/tmp/wallet-modal-nginx.pid', join(folder, 'pid')],
        ['/var/log/nginx', folder],
        ['services.example.org', names.services],
        ['wallet.example.org', names.wallet],
        ...changes,
      ] as const) {
        expect(text).toContain(from)
        text = text.replaceAll(from, to)
      }
      writeFileSync(join(folder, 'nginx.conf'), text)
    },
  }
}

/** Ends with an error where nginx does not take the configuration. */
export function checkNginx({ folder }: NginxFolder): void {
  execFileSync(program ?? 'nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'pipe' })
}

/** Runs to the end of the test in front of these ports. */
export async function startNginx(of: NginxFolder, upstream: { readonly services: number; readonly frame: number }) {
  const { folder } = of
  const [https, http] = [await freePort(), await freePort()]
  of.write([
    ['443 ssl', `127.0.0.1:${https} ssl`],
    ['listen 80 ', `listen 127.0.0.1:${http} `],
    ['127.0.0.1:8787', `127.0.0.1:${upstream.services}`],
    ['127.0.0.1:8788', `127.0.0.1:${upstream.frame}`],
  ])
  const child = spawn(program ?? 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], {
    stdio: 'pipe',
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  let complaint = ''
  child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
  return {
    https,
    http,
    /** What it said on standard error; of one that has ended, why. */
    complaint: () => complaint,
    /** Resolves once `ask` succeeds. @throws Error when nginx has ended */
    async until(ask: () => Promise<unknown>): Promise<void> {
      for (;;) {
        if (child.exitCode !== null) throw new Error(complaint)
        const isUp = await ask().then(
          () => true,
          () => false,
        )
        if (isUp) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
