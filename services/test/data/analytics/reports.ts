// What pages report, and how they send it.
import type { TestServices } from '../../support/services.js'

export const NOW = Date.UTC(2030, 0, 31)
let ids = 0
export const event = (changes: object = {}) => ({
  eventId: `event-${++ids}`,
  url: 'https://shop.example/cart?session=s3cret#s3cret',
  domain: 'shop.example',
  timestamp: NOW - 1000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  ...changes,
})
export const named = (name: string, properties: object = {}) => event({ props: { type: 'track', event: name, properties } })

export interface Sent {
  readonly path?: string
  readonly project?: string
  readonly headers?: Record<string, string>
}

export function send(services: TestServices, body: unknown, { path = '/e', project = 'blog', headers = {} }: Sent = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${services.url}${path}?projectId=${project}&st=appkit&sv=html-ethers-1.0.0`, {
    method: 'POST',
    body: text,
    headers,
  })
}
