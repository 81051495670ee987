// In place of the vendor's window: says that it is there, and that it goes. It answers nothing.
const say = (event) => opener.postMessage({ event, id: crypto.randomUUID() }, location.origin)
addEventListener('load', () => say('PopupLoaded'))
addEventListener('pagehide', () => say('PopupUnload'))
