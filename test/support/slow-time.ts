import { vi } from 'vitest'

/**
 * As `vi.useFakeTimers`, until `vi.useRealTimers`, for what must not have happened yet: with Vitest's own, each check of `vi.waitFor` and `expect.poll` that fails lets 50 ms pass, and on
 * a busy machine there are many.
 * @param msPerCheck that fails; 0: time passes by `vi.advanceTimersByTime` alone
 */
export function useSlowTime(
  msPerCheck: number,
  ...toFake: NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>
) {
  const { isFakeTimers, useRealTimers } = vi
  vi.useFakeTimers({ toFake })
  // Asked by those checks, which then advance by their interval.
  vi.isFakeTimers = () => {
    vi.advanceTimersByTime(msPerCheck)
    return false
  }
  vi.useRealTimers = () => {
    Object.assign(vi, { isFakeTimers, useRealTimers })
    return vi.useRealTimers()
  }
}
