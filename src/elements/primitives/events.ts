// The events of the primitives: one small class each, so that a listener gets a typed value and nothing loose.

/** Leaves the shadow root it comes from. */
class BubblingEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true })
  }
}

class ValueEvent extends BubblingEvent {
  constructor(
    type: string,
    readonly value: string,
  ) {
    super(type)
  }
}

/** What was typed. Fired on every change, also when a field is cleared. */
export class WmInputEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-input', value)
  }
}

/** The id of what was chosen. */
export class WmSelectEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-select', value)
  }
}

/** Whether a box is ticked now. */
export class WmChangeEvent extends BubblingEvent {
  constructor(readonly checked: boolean) {
    super('wm-change')
  }
}

/** The visitor wants to try again. */
export class WmRetryEvent extends BubblingEvent {
  constructor() {
    super('wm-retry')
  }
}

/** The text is on the clipboard. */
export class WmCopiedEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-copied', value)
  }
}

/** The browser did not let the text onto the clipboard. */
export class WmCopyFailedEvent extends BubblingEvent {
  constructor() {
    super('wm-copy-failed')
  }
}

/** What should be shown cannot be: its code did not come, or it does not take what it was given. */
export class WmFailedEvent extends BubblingEvent {
  constructor(readonly error: unknown) {
    super('wm-failed')
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
    'wm-failed': WmFailedEvent
  }
}
