// The frame of the embedded wallet: a hidden page on an origin of its own, which alone has the keys. See docs/security.md.
import { startFrame } from './start.js'

void startFrame()
