// Shows the frame when it needs to be seen: by itself, whatever the modal shows, and then goes back to where it was.
import type { Core } from '../core.js'
import { createModal } from '../interface/modal.js'
import { createRouter } from '../interface/router.js'
import { createSurface } from './surface.js'

/** Starts to listen, for the life of the core. @param abort ends what waits for an approval */
export function followSurface(core: Core, abort: () => void): void {
  const { $shown } = core.use(createSurface)
  const modal = core.use(createModal)
  const router = core.use(createRouter)
  const isShown = () => core.deps.views.find(router.$view.get())?.task === 'approve'
  /** The modal was closed before: then it closes after. */
  let isOwn = false

  const show = () => {
    if (isShown() && modal.$open.get()) return
    isOwn = !modal.$open.get()
    if (!isOwn) return router.push({ name: 'ApproveTransaction' })
    core.deps.show({ name: 'ApproveTransaction' }).catch((error: unknown) => {
      core.deps.log.error('the approval could not be shown', error)
      abort() // what nobody can see must not wait for ever
    })
  }
  const hide = () => {
    if (!modal.$open.get() || !isShown()) return
    if (!isOwn && router.pop()) return
    modal.close({ force: true })
  }
  const stops = [
    $shown.listen((shown) => (shown ? show() : hide())),
    // Closed by force while it is shown: that is a no to all that waits (4001). The page or a rule may have led elsewhere as well.
    core.on('close', () => {
      if ($shown.get()) abort()
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  if ($shown.get()) show()
}
