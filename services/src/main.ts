// The services in production.
import { run } from './run.js'

await run()
