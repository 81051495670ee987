// The frame of the embedded wallet and the pages of the services alone, in services/dist, where the services find them that run from their sources.
import { build } from 'vite'
import { buildFrame } from './lib/build-frame.mjs'
import { buildPage } from './lib/build-page.mjs'
import { root } from './prepare.mjs'

await buildFrame(build, `${root}/services/frame`, `${root}/services/dist/frame`)
await buildPage(build)
