// Whether the page must show the frame: while one screen at least wants to be seen.

export interface Surface {
  /** Shows the frame while `act` runs. */
  show<T>(act: () => Promise<T>): Promise<T>
  /** Shows the frame. @returns ends it */
  open(): () => void
}

/** @param emit told when the frame is to be shown, and when no longer */
export function createSurface(emit: (shown: boolean) => void): Surface {
  let count = 0
  const open = () => {
    count += 1
    if (count === 1) emit(true)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      count -= 1
      if (count === 0) emit(false)
    }
  }
  return {
    open,
    async show(act) {
      const end = open()
      try {
        return await act()
      } finally {
        end()
      }
    },
  }
}
