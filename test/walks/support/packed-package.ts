// A project that has the package as it is packed, beside what an installation would have put there; no registry is asked.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStaticServer, listen } from '../../../demo/server/static-server.mjs'
import { root } from './stack.js'

export interface PackedProject {
  readonly folder: string
  /** Serves the pages that were built into a folder of the project. @returns the url */
  serve(path: string): Promise<string>
  /** Ends its servers, and removes the folder. */
  remove(): Promise<void>
}

/** Packs what is built already. */
export function createPackedProject(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), 'wm-packed-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'wallet-modal'), { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root, stdio: 'ignore' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, tarball ?? ''), '-C', join(modules, 'wallet-modal'), '--strip-components', '1'])
  for (const name of readdirSync(`${root}/node_modules`))
    if (name !== 'wallet-modal' && !name.startsWith('.')) symlinkSync(`${root}/node_modules/${name}`, join(modules, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const servers: Server[] = []
  return {
    folder,
    async serve(path) {
      const server = createStaticServer({ folders: { '/': join(folder, path) }, rewrites: { '/': '/index.html' } })
      servers.push(server)
      return `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/`
    },
    async remove() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
