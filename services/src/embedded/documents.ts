// The documents of the frame's origin: the frame itself, which the build makes, and the small pages that mails link to.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import * as z from 'zod'
import { HttpError } from '../http/errors.js'
import { defineRoute, type Route } from '../http/route.js'
import { frameHeaders, pageHeaders, walletPageHeaders, windowHeaders } from './headers.js'
import type { FrameProjects } from './projects.js'

/** Beside the compiled services, or in the folder of the last build. */
const framePlaces = [new URL('./frame/', import.meta.url), new URL('../../dist/frame/', import.meta.url)]
const pagePlaces = [new URL('./link-pages/', import.meta.url), new URL('./pages/', import.meta.url)]

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

const common = {
  method: 'GET',
  cost: 0,
  project: {
    rule: 'none',
    because: 'the frame has an origin of its own, and its document is for the pages of its project alone',
  },
  isLoopFree: true,
} as const

/** `/sdk`, `/approve`, `/wallet`, `/frame/:name`, and `/device`, `/cancel`, `/undo`. File names are listed once, so no text of a caller becomes part of a path. */
export function documentRoutes(projects: FrameProjects): readonly Route[] {
  return [...frameRoutes(projects), ...linkPages()]
}

function frameRoutes(projects: FrameProjects): readonly Route[] {
  const folder = framePlaces.find((place) => existsSync(new URL('index.html', place)))
  const files = folder ? readdirSync(folder) : []
  const answerDocument = (name: string, headers: Readonly<Record<string, string>>): Response => {
    if (!folder) throw new HttpError(503, 'frame', 'The frame was not built: run npm run build --workspace services')
    return new Response(readFileSync(new URL(name, folder)), { headers })
  }
  return [
    defineRoute({
      ...common,
      path: '/sdk',
      summary: 'The frame of the embedded wallet',
      query: z.object({ projectId: z.string().optional() }),
      answers: { 200: { type: 'text/html' } },
      handle({ query: { projectId = '' } }) {
        const project = projects(projectId)
        // A frame that browsers refuse fires no error, so the reason stands in a document that nobody may embed.
        if (!project) throw new HttpError(403, 'project', 'This project is not known here')
        return answerDocument('index.html', frameHeaders(project.ancestors))
      },
    }),
    defineRoute({
      ...common,
      path: '/approve',
      summary: 'The window in which risky approvals are decided: the document of the frame, which looks at its path',
      answers: { 200: { type: 'text/html' } },
      handle: () => answerDocument('index.html', windowHeaders),
    }),
    defineRoute({
      ...common,
      path: '/wallet',
      summary: 'The page on which a user looks after their wallet',
      query: z.object({ locale: z.string().optional() }),
      answers: { 200: { type: 'text/html' } },
      handle: () => answerDocument('page.html', walletPageHeaders),
    }),
    defineRoute({
      ...common,
      path: '/frame/:name',
      summary: 'A part of the frame',
      params: z.object({ name: z.string() }),
      answers: { 200: { type: 'text/plain' } },
      handle({ params: { name } }) {
        if (!folder || !files.includes(name) || name.endsWith('.html')) throw nothing()
        // The names of all others change with their content.
        return answerFile(new URL(name, folder), name === 'integrity.json' ? 'no-cache' : 'public, max-age=31536000, immutable')
      },
    }),
  ]
}

function linkPages(): readonly Route[] {
  const folder = pagePlaces.find((place) => existsSync(new URL('link.html', place)))
  if (!folder) return []
  const page = (path: string, summary: string) =>
    defineRoute({
      ...common,
      path,
      summary,
      answers: { 200: { type: 'text/html' } },
      handle: () => new Response(readFileSync(new URL('link.html', folder)), { headers: pageHeaders }),
    })
  const part = (name: 'link.js' | 'link.css', ...before: readonly string[]) =>
    defineRoute({
      ...common,
      path: `/${name}`,
      summary: 'A part of the pages that mails link to',
      answers: { 200: { type: 'text/plain' } },
      handle: () =>
        answerFiles(
          [...before, name].map((file) => new URL(file, folder)),
          'no-cache',
        ),
    })
  return [
    page('/device', 'The page on which a new device is confirmed'),
    page('/cancel', 'The page on which a recovery is stopped'),
    page('/undo', 'The page on which a change of address is undone'),
    part('link.js'),
    part('link.css', 'base.css'),
  ]
}

function answerFile(file: URL, caching: string): Response {
  return answerFiles([file], caching)
}

/** Files of one type, one after the other. */
function answerFiles(files: readonly URL[], caching: string): Response {
  const type = types[extname(files[0]?.pathname ?? '')] ?? 'application/octet-stream'
  return new Response(Buffer.concat(files.map((file) => readFileSync(file))), {
    headers: { 'content-type': type, 'cache-control': caching, 'cross-origin-resource-policy': 'same-origin' },
  })
}

const nothing = () => new HttpError(404, 'path', 'There is nothing at this path')
