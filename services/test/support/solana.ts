// A Solana devnet with a past; or the reason why there is none on this machine.
import { loadLitesvm } from '../../devnet/solana/litesvm.js'
import { startSolanaDevnet, type SolanaDevnet } from '../../devnet/solana.js'

/** Undefined when litesvm is installed; else why not, for the name of a skipped test. With WM_REQUIRE_ALL=1 starting the devnet fails instead. */
export const solanaMissing: string | undefined = (() => {
  if (process.env['WM_REQUIRE_ALL'] === '1') return undefined
  try {
    loadLitesvm()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
})()

export function startSeededSolana(): Promise<SolanaDevnet> {
  return startSolanaDevnet({ past: true })
}
