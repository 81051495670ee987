// The frame of the embedded wallet alone, in services/dist/frame, where the services find it that run from their sources.
import { build } from 'vite'
import { buildFrame } from './lib/build-frame.mjs'
import { root } from './prepare.mjs'

await buildFrame(build, `${root}/services/frame`, `${root}/services/dist/frame`)
