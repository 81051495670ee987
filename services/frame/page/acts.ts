// What a section does: one thing at a time, with what went wrong beside it.
import { failureOf, type PageFailure } from './failure.js'

export interface Acts {
  readonly isBusy: boolean
  readonly failure: PageFailure | undefined
  /** Never rejects. A press while something is done does nothing. */
  run(act: () => Promise<void>): Promise<void>
}

export function createActs(update: () => void): Acts {
  let isBusy = false
  let failure: PageFailure | undefined
  return {
    get isBusy() {
      return isBusy
    },
    get failure() {
      return failure
    },
    async run(act) {
      if (isBusy) return
      isBusy = true
      failure = undefined
      update()
      try {
        await act()
      } catch (error) {
        failure = failureOf(error)
      } finally {
        isBusy = false
        update()
      }
    },
  }
}
