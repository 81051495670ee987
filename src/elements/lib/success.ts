// A connection that was made is seen before the dialog goes: the modal itself, and whoever waits for it, has gone on already.

export const SUCCESS_HELD_MS = 650

/** Resolves when success has been seen; undefined when there is none to see. */
export function successShown(isDone: unknown): Promise<void> | undefined {
  return isDone ? new Promise((resolve) => setTimeout(resolve, SUCCESS_HELD_MS)) : undefined
}
