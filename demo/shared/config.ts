// Where things run: every demo page learns the urls from `/config.json`, which is served beside it.
import * as z from 'zod/mini'

const url = (protocol: RegExp) => z.url({ protocol })
const schema = z.object({
  services: url(/^https?$/),
  relay: url(/^wss?$/),
  /** Of the embedded wallet. Absent: the pages do without it. */
  frame: z.optional(url(/^https?$/)),
  evm: url(/^https?$/),
  /** Absent: no Solana devnet runs. */
  solana: z.optional(url(/^https?$/)),
  dapp: url(/^https?$/),
  wallet: url(/^https?$/),
  gallery: url(/^https?$/),
  chainId: z.literal(31_337),
})

export type DemoConfig = z.output<typeof schema>

/** @throws Error in plain words when the page is served by something that has no `/config.json`. */
export async function loadConfig(): Promise<DemoConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json: ${response.status}. Start everything with “npm start”.`)
  const parsed = schema.safeParse(await response.json())
  if (!parsed.success)
    throw new Error(`/config.json: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')} missing or wrong`)
  return parsed.data
}
