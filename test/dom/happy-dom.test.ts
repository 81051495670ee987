// @vitest-environment happy-dom
import { connectsIn } from './connect.js'

connectsIn('happy-dom')
