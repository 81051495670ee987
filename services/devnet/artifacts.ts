// Reads the compiled contracts, and checks them as it does.
import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import * as z from 'zod'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value))
const schema = z.object({ bytecode: hex, runtimeBytecode: hex })

export interface Artifact {
  /** What creates the contract, without the constructor's arguments. */
  readonly bytecode: Hex
  readonly runtimeBytecode: Hex
}

/** @param name a contract of contracts/*.sol. */
export function readArtifact(name: string): Artifact {
  return schema.parse(JSON.parse(readFileSync(new URL(`./contracts/${name}.json`, import.meta.url), 'utf8')))
}
