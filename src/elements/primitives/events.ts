// The events of the primitives. Each has a class, which types its value.

/** An event that bubbles, also out of shadow roots. */
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

/** The text of a field changed, or was cleared. `value` is all of the text. */
export class WmInputEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-input', value)
  }
}

/** A tab was chosen. `value` is its id. */
export class WmSelectEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-select', value)
  }
}

/** A checkbox was ticked or unticked. `checked` is the new state. */
export class WmChangeEvent extends BubblingEvent {
  constructor(readonly checked: boolean) {
    super('wm-change')
  }
}

/** The visitor pressed "Try again". */
export class WmRetryEvent extends BubblingEvent {
  constructor() {
    super('wm-retry')
  }
}

/** `value` was copied to the clipboard. */
export class WmCopiedEvent extends ValueEvent {
  constructor(value: string) {
    super('wm-copied', value)
  }
}

/** The browser refused to write to the clipboard. */
export class WmCopyFailedEvent extends BubblingEvent {
  constructor() {
    super('wm-copy-failed')
  }
}

/** An element cannot show its content: its code did not load, or it rejects its input. `error` is the cause. */
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
