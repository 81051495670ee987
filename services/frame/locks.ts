// One at a time across the tabs of this browser, by Web Locks; within this page alone where there are none.

/** Runs one act at a time for each name. */
export type Lock = <T>(name: string, act: () => Promise<T>) => Promise<T>

const PREFIX = 'wallet-frame:'

/** @param locks `navigator.locks`; absent in old browsers, and refused where storage is */
export function createLock(locks: LockManager | undefined): Lock {
  const tails = new Map<string, Promise<unknown>>()
  const inPage: Lock = (name, act) => {
    const next = (tails.get(name) ?? Promise.resolve()).then(act, act)
    tails.set(name, next)
    return next
  }
  if (!locks) return inPage
  return async (name, act) => {
    // Told apart from a failure of the act itself: only a lock that was refused goes on without one.
    let hasRun = false
    const run = () => {
      hasRun = true
      return act()
    }
    try {
      return await locks.request(PREFIX + name, run)
    } catch (error) {
      if (hasRun) throw error
      return inPage(name, act)
    }
  }
}
