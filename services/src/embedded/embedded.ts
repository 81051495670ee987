// Joins the parts of the embedded wallet: its routes, mail, jobs, and the mailbox of the loopback.
import type { Hono } from 'hono'
import type { Db } from '../db/db.js'
import { createSecretBox } from '../db/secret-box.js'
import type { Route } from '../http/route.js'
import type { SharedBuckets } from '../limits/limits.js'
import type { Job } from '../operations/jobs.js'
import type { Log } from '../operations/log.js'
import type { RecoveryService } from '../recovery/service.js'
import type { Config } from '../settings/config.js'
import type { FrameSettings } from '../settings/frame.js'
import { approvalRoutes } from './approvals/routes.js'
import { CODE_COST } from './code.js'
import type { EmbeddedContext } from './context.js'
import { documentRoutes } from './documents.js'
import { createFrameApp, type FrameAppOptions } from './frame-app.js'
import { embeddedJobs } from './jobs.js'
import { loginRoutes } from './login-routes.js'
import { createMailbox } from './mails/mailbox.js'
import { bySmtp, createPost, toMailbox, type Post } from './mails/post.js'
import { mailboxRoutes } from './mails/mailbox-routes.js'
import { openRoutes } from './open-routes.js'
import { createFrameProjects } from './projects.js'
import { walletApiRoutes } from './wallet-routes.js'
import { createPepper } from './secrets.js'
import { createSignals } from './signals.js'
import { createFarcaster } from './social/farcaster.js'
import { socialRoutes } from './social/routes.js'
import { createSocial } from './social/social.js'

/** The embedded wallet's side of the services. */
export interface Embedded {
  /** Of a listener of its own. */
  readonly app: Hono
  readonly jobs: readonly Job[]
  /** For the services' own listener: the mailbox, in development. */
  readonly routes: readonly Route[]
  readonly post: Post
  /** Origin under which browsers reach the listener; to be told when it listens, where the settings do not name it. */
  listensAt(origin: string): void
  stop(): Promise<void>
}

/** What `createEmbedded` needs. */
export interface EmbeddedOptions {
  readonly settings: FrameSettings
  readonly config: Pick<
    Config,
    'projects' | 'limits' | 'trustedProxies' | 'chains' | 'chainNames' | 'dev' | 'social' | 'smartAccounts' | 'knownContracts'
  >
  readonly db: Db
  readonly log: Log
  readonly now: () => number
  readonly sharedBuckets: SharedBuckets | undefined
  readonly recovery: RecoveryService | undefined
  /** For requests to providers of social logins. */
  readonly fetch: typeof globalThis.fetch
  readonly rpc: FrameAppOptions['rpc']
  /** Default: `CODE_COST`. */
  readonly codeCost?: number | undefined
}

/** @throws ConfigError `WM_PROJECTS` for origins that would let strangers embed the frame */
export function createEmbedded({
  settings,
  config,
  db,
  log,
  now,
  sharedBuckets,
  recovery,
  fetch,
  rpc,
  codeCost = CODE_COST,
}: EmbeddedOptions): Embedded {
  const { secretKey } = settings
  let listening: string | undefined
  const mailbox = settings.smtpUrl === undefined ? createMailbox() : undefined
  const smtp = settings.smtpUrl === undefined ? undefined : bySmtp(settings.smtpUrl)
  const carrier = smtp ?? toMailbox(mailbox ?? createMailbox(), now)
  const post = createPost({ from: settings.mailFrom, carrier, log })
  const signals = createSignals(db)
  const ctx: EmbeddedContext = {
    db,
    settings,
    projects: createFrameProjects(config.projects, settings),
    post,
    signals,
    log,
    recovery,
    codes: { pepper: createPepper(secretKey, 'embedded codes'), cost: codeCost },
    uses: createPepper(secretKey, 'embedded uses'),
    subjects: createPepper(secretKey, 'embedded subjects'),
    halves: createSecretBox(secretKey, 'embedded halves'),
    keys: createSecretBox(secretKey, 'embedded keys'),
    now,
    origin: () => settings.url ?? listening ?? '',
  }
  const { limits, trustedProxies, dev, social: logins } = config
  const social = logins && createSocial(ctx, { settings: logins.providers, fetch, dev })
  const farcaster = logins?.farcaster && createFarcaster(ctx, { settings: logins.farcaster, fetch, dev })
  const routes = [
    ...openRoutes(ctx, {
      chains: Object.keys(config.chains),
      chainNames: config.chainNames ?? {},
      socials: social?.offered ?? [],
      farcaster: farcaster !== undefined,
      smartAccounts: config.smartAccounts ?? {},
      knownContracts: config.knownContracts ?? [],
    }),
    ...documentRoutes(ctx.projects),
    ...loginRoutes(ctx),
    ...walletApiRoutes(ctx),
    ...approvalRoutes(ctx),
    ...socialRoutes(ctx, { social, farcaster }),
  ]
  return {
    app: createFrameApp({ routes, limits, trustedProxies, sharedBuckets, log, now, origin: ctx.origin, rpc }),
    jobs: embeddedJobs(ctx),
    routes: mailbox ? mailboxRoutes(mailbox) : [],
    post,
    listensAt: (origin) => void (listening = origin),
    async stop() {
      await signals.stop()
      await post.stop()
      smtp?.close()
      await recovery?.stop()
    },
  }
}
