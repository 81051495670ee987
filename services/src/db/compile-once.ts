// How V8 compiles the embedded engine.
import { setFlagsFromString } from 'node:v8'

/**
 * V8 compiles WebAssembly once, and what runs often a second time for speed. The second time costs 45 MB and half of the CPU seconds of a start, and 24 000
 * small statements do not earn it back (docs/benchmarks.md). The flags hold for the process, which runs no other WebAssembly of weight.
 */
const flags = ['--liftoff', '--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** Before the engine is opened, in this thread or another: spares its second compilation. */
export function compileOnce(): void {
  for (const flag of flags) setFlagsFromString(flag)
}
