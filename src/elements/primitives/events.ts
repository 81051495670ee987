// The events of the primitives: one small class each, so that a listener gets a typed value and nothing loose.

/** What was typed. Fired on every change, also when a field is cleared. */
export class WmInputEvent extends Event {
  readonly value: string
  constructor(value: string) {
    super('wm-input', { bubbles: true, composed: true })
    this.value = value
  }
}

/** The id of what was chosen. */
export class WmSelectEvent extends Event {
  readonly value: string
  constructor(value: string) {
    super('wm-select', { bubbles: true, composed: true })
    this.value = value
  }
}

/** Whether a box is ticked now. */
export class WmChangeEvent extends Event {
  readonly checked: boolean
  constructor(checked: boolean) {
    super('wm-change', { bubbles: true, composed: true })
    this.checked = checked
  }
}

/** The visitor wants to try again. */
export class WmRetryEvent extends Event {
  constructor() {
    super('wm-retry', { bubbles: true, composed: true })
  }
}

/** The text is on the clipboard. */
export class WmCopiedEvent extends Event {
  readonly value: string
  constructor(value: string) {
    super('wm-copied', { bubbles: true, composed: true })
    this.value = value
  }
}

/** The browser did not let the text onto the clipboard. */
export class WmCopyFailedEvent extends Event {
  constructor() {
    super('wm-copy-failed', { bubbles: true, composed: true })
  }
}

declare global {
  interface HTMLElementEventMap {
    'wm-input': WmInputEvent
    'wm-select': WmSelectEvent
    'wm-change': WmChangeEvent
    'wm-retry': WmRetryEvent
    'wm-copied': WmCopiedEvent
    'wm-copy-failed': WmCopyFailedEvent
  }
}
