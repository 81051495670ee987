// Reads the compiled contracts, and checks them as it does.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

const simulationsSchema = z.object({ deployedBytecode: hex })
const createdSchema = z.object({ bytecode: hex })

/** What creates EntryPoint 0.8, from the package of its makers: their code is run here, and is not part of this repository. */
export function readEntryPoint(): Hex {
  return createdSchema.parse(readFromMakers('EntryPoint')).bytecode
}

let simulations: Hex | undefined
/** Code that stands for the EntryPoint in calls that try an operation out, and is never on a chain. */
export function readSimulations(): Hex {
  simulations ??= simulationsSchema.parse(readFromMakers('EntryPointSimulations')).deployedBytecode
  return simulations
}

function readFromMakers(name: string): unknown {
  const path = createRequire(import.meta.url).resolve(`@account-abstraction/contracts/artifacts/${name}.json`)
  return JSON.parse(readFileSync(path, 'utf8'))
}
