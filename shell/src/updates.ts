import { hasUnsaved, onScreenChange, toastInfo, toastProblem, topLayer } from '@portal/sdk'
import { toaster } from '@portal/sdk/toaster'
import type { Offer, Remotes } from './federation/remote-routes.tsx'

const EVERY_MS = 5 * 60_000

const isBusy = (): boolean => hasUnsaved() || topLayer() !== undefined

/** Runs an update once no dialog is open and nothing typed is unsaved: it replaces what is on screen. */
function whenDone(update: () => void): void {
  if (!isBusy()) return update()
  toastInfo('The update waits', 'It is installed as soon as you have saved or closed what you are working on.')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onScreenChange(() => {
    clearTimeout(timer)
    // Of two dialogs that follow each other, the second is there only then.
    timer = setTimeout(() => {
      if (isBusy()) return
      stop()
      update()
    })
  })
}

/**
 * Looks for newer versions of the parts that are open, every five minutes and when the tab comes back to the front. A new
 * one is offered, never forced: who is in the middle of something goes on with what they have.
 */
export function offerUpdates(remotes: Pick<Remotes, 'check' | 'upgrade'>): void {
  const offered = new Set<string>()
  let last = Date.now()
  const offer = async ({ entry, reload }: Offer): Promise<void> => {
    const id = `${entry.name}@${entry.version}`
    if (offered.has(id)) return
    offered.add(id)
    const toast = await toaster()
    toast.info(`A new version of ${entry.nav?.label ?? entry.name} is available`, {
      id: entry.name,
      duration: Number.POSITIVE_INFINITY,
      action: reload
        ? { label: 'Reload', onClick: () => whenDone(() => location.reload()) }
        : {
            label: 'Update',
            onClick: () =>
              whenDone(
                () => void remotes.upgrade(entry).catch((error: unknown) => toastProblem(error, 'Update failed')),
              ),
          },
    })
  }
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || Date.now() - last < EVERY_MS) return
    last = Date.now()
    // No answer means no offer: the next look comes soon enough.
    for (const found of await remotes.check().catch(() => [])) void offer(found)
  }
  setInterval(() => void look(), EVERY_MS)
  document.addEventListener('visibilitychange', () => void look())
}
