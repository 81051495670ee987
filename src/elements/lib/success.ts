// Keeps a successful connection visible for a moment before the dialog closes. The operation has settled by then, so its callers do not wait.

/** How long success stays visible before the dialog closes, ms. */
export const SUCCESS_HELD_MS = 650

/** Resolves after `SUCCESS_HELD_MS` if `isDone` is truthy; else undefined: nothing to wait for. For `WmView.farewell`. */
export function successShown(isDone: unknown): Promise<void> | undefined {
  return isDone ? new Promise((resolve) => setTimeout(resolve, SUCCESS_HELD_MS)) : undefined
}
