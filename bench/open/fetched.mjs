// What a browser fetched of the kit's own files, and when: for the bench and for the walk that holds the same budgets.
import { gzipSync } from 'node:zlib'

/**
 * Records the scripts and styles that `tab` fetches from now on.
 * @param {import('playwright').Page} tab
 * @returns {() => Promise<{ name: string, code: string, size: number }[]>} those so far; `size`: bytes when gzipped (level 9)
 */
export function recordFiles(tab) {
  const files = new Map()
  tab.on('response', (response) => {
    const name = response.url()
    if (!/\.(?:js|css)$/.test(new URL(name).pathname)) return
    files.set(
      name,
      response.body().then((body) => ({ name, code: body.toString(), size: gzipSync(body, { level: 9 }).length })),
    )
  })
  return () => Promise.all(files.values())
}

/**
 * A far server: what is asked for only after something else does not come in the same moment by chance.
 * @param {import('playwright').CDPSession} session
 */
export async function beFar(session) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 200,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/**
 * When each file was asked for and had come, in milliseconds of the page.
 * @param {import('playwright').Page} tab
 * @returns {Promise<{ name: string, asked: number, came: number }[]>}
 */
export const timesOf = (tab) =>
  tab.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
      .map(({ name, startTime, responseEnd }) => ({ name, asked: startTime, came: responseEnd })),
  )

/**
 * The longest chain of files of which each was asked for only when the one before had come.
 * @param {readonly { asked: number, came: number }[]} files
 */
export function depthOf(files) {
  const byStart = [...files].sort((a, b) => a.asked - b.asked)
  const depths = []
  for (const [index, { asked }] of byStart.entries()) {
    const before = byStart.slice(0, index).flatMap(({ came }, at) => (came <= asked ? [depths[at]] : []))
    depths.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths)
}
