// Starts WebKitGTK over W3C WebDriver, with a display and a home of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder } from 'selenium-webdriver'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { findWebKit } from '../../../scripts/lib/machine.mjs'

const POLL_MS = 100

/**
 * Resolves with the driver of a new window, and with what ends the window and all that was started for it.
 * @param {{ width: number, height: number }} size
 */
export async function startWebKitDriver(size) {
  const found = findWebKit()
  if (!found) throw new Error('There is no WebKit')
  const home = mkdtempSync(join(tmpdir(), 'wm-webkit-'))
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  const stop = async () => {
    for (const child of children.reverse()) {
      child.kill('SIGTERM')
      await ended(child)
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const display = found.display ? await startDisplay(found.display, children) : process.env.DISPLAY
    const port = await freePort()
    const server = spawn(found.driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      // A fresh home keeps what an earlier run stored away; the sandbox of bubblewrap does not start for root.
      env: {
        ...process.env,
        DISPLAY: display,
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    })
    children.push(server)
    await answers(port, server)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation'] },
      })
      .build()
    await driver.manage().window().setRect(size)
    return {
      driver,
      async close() {
        await driver.quit()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const ended = (child) =>
  new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(undefined)))

/**
 * An X server without a screen, on a display number that it chooses itself.
 * @param {string} xvfb
 * @param {import('node:child_process').ChildProcess[]} children
 * @returns {Promise<string>}
 */
function startDisplay(xvfb, children) {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (number) => resolve(`:${String(number).trim()}`))
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
}

/**
 * Resolves when something answers HTTP on the port.
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} server
 */
async function answers(port, server) {
  while (server.exitCode === null && server.signalCode === null) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(POLL_MS)
  }
  throw new Error(`WebKitWebDriver ended with ${server.signalCode ?? server.exitCode}`)
}
