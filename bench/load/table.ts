// The figures as the tables of docs/benchmarks.md, between its two markers.
import type { EngineFigures, LoadFigures } from '../load.js'

const names: Readonly<Record<string, string>> = { pglite: 'embedded', postgres: 'Postgres' }

export function tableOf({ machine, engines }: LoadFigures): string {
  const sections = Object.entries(engines).map(([engine, figures]) => sectionOf(names[engine] ?? engine, figures))
  return [`${machine.cores} cores, Node ${machine.node}. Milliseconds: median / 95th percentile.`, ...sections].join('\n\n')
}

function sectionOf(engine: string, { http, relay }: EngineFigures): string {
  const parts: string[] = []
  if (relay) {
    parts.push(
      rows(
        [`relay, ${engine}`, 'delivery', '× echo', 'messages/s', '× echo'],
        relay.levels.map(({ idle, delivery, throughput }) => [
          `${idle} idle sockets`,
          pair(delivery.ours),
          delivery.ratio,
          throughput.perSecond,
          throughput.ratio,
        ]),
      ),
      rows(
        [`per idle socket, ${engine}`, 'relay', 'bare ws', 'ratio', 'exponent'],
        [
          ['resident kB', relay.memory.relay.rss, relay.memory.bare.rss, relay.memory.ratio, ''],
          ['heap kB', relay.memory.relay.heap, relay.memory.bare.heap, share(relay.memory), relay.memory.relay.exponent],
          ['ms to join and subscribe', relay.joining.relay, relay.joining.bare, relay.joining.ratio, ''],
        ],
      ),
      `Delivery from ${relay.levels[1]?.idle ?? 0} to ${relay.levels.at(-1)?.idle ?? 0} idle sockets grows with exponent ${relay.latencyExponent}.` +
        (relay.shortfall === undefined ? '' : ` Not all sockets: ${relay.shortfall}.`),
    )
  }
  if (http) {
    const cases = Object.entries(http.cases)
    parts.push(
      rows(
        [`HTTP, ${engine}`, 'ours', 'bare `node:http`', 'ratio', '16 at a time'],
        cases.map(([name, { ours, bare, ratio, rateRatio }]) => [name, pair(ours), pair(bare), ratio, rateRatio]),
      ),
      `First page of history by operations of the account: ${points(http.history.bySize)} ms, exponent ${http.history.sizeExponent}. ` +
        `By depth of the page: ${points(http.history.byDepth)} ms, exponent ${http.history.depthExponent}.`,
    )
  }
  return parts.join('\n\n')
}

const pair = ({ median, p95 }: { readonly median: number; readonly p95: number }) => `${median} / ${p95}`
const points = (list: readonly (readonly [size: number, ms: number])[]) => list.map(([size, ms]) => `${size}: ${ms}`).join(', ')

function share({ relay, bare }: { readonly relay: { readonly heap: number }; readonly bare: { readonly heap: number } }): number {
  return Number((relay.heap / bare.heap).toPrecision(3))
}

function rows(head: readonly string[], body: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}
