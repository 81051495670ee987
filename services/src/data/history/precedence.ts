// Who waits for whom: reading further back and deleting step aside for what people wait for, and leave the database free in between.
import { oncePer } from '../once.js'
import { createPace } from '../../limits/pace.js'

/** What can wait does so for this long at once, not for ever: where people come all the time, it would else never be done. */
const PATIENCE_MS = 100
/** The longest rest between two pieces of work. */
const REST_MAX_MS = 250

/** The order between what people wait for and what can wait, in one process. */
export interface Precedence {
  /**
   * Notes that somebody waits for something short. The function that is returned notes its end; calling it again does nothing. Undefined: the same asker waits for
   * another account already, and one at a time goes first of each: who asks for many of them would else be as many as there are accounts.
   */
  begin(asker: string, account: string): (() => void) | undefined
  /** Resolves when nobody waits, or after 100 ms. */
  stepAside(): Promise<void>
  /**
   * Runs a short piece of work at the database that can wait: one at a time, when nobody waits, and each after a rest as long as the one before it took (at
   * most 250 ms). The embedded database does one thing after the other, so that what comes in meanwhile waits for one such piece at most.
   * @param asker whose piece it is: askers take turns
   */
  behind<T>(asker: string, work: () => Promise<T>): Promise<T>
}

/** That of a context, made once. */
export const precedenceOf = oncePer((_context: object) => createPrecedence())

/** Nobody waits. */
export function createPrecedence(): Precedence {
  let ahead = 0
  /** Asker → the account that goes first, and how many wait for it: on several chains, say. */
  const first = new Map<string, { readonly account: string; count: number }>()
  const waiting = new Set<() => void>()

  function stepAside(): Promise<void> {
    if (ahead === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(goOn, PATIENCE_MS)
      function goOn() {
        clearTimeout(timer)
        waiting.delete(goOn)
        resolve()
      }
      waiting.add(goOn)
    })
  }

  return {
    begin(asker, account) {
      const held = first.get(asker) ?? { account, count: 0 }
      if (held.account !== account) return undefined
      first.set(asker, held)
      held.count += 1
      ahead += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        held.count -= 1
        if (held.count === 0) first.delete(asker)
        ahead -= 1
        if (ahead === 0) for (const goOn of waiting) goOn()
      }
    },
    stepAside,
    behind: createPace({ restMaxMs: REST_MAX_MS, before: stepAside }).run,
  }
}
