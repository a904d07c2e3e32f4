import { hasUnsaved, onScreenChange, toastInfo, toastProblem, topLayer } from '@portal/sdk'
import { toaster } from '@portal/sdk/toaster'
import type { Offer, Remotes } from './federation/remote-routes.tsx'

const EVERY_MS = 5 * 60_000

const isBusy = (): boolean => hasUnsaved() || topLayer() !== undefined

/**
 * Runs an update when no dialog is open and nothing is unsaved, because it replaces the content of
 * the screen.
 */
function whenIdle(update: () => void): void {
  if (!isBusy()) return update()
  toastInfo('Update postponed', 'It will be installed when you have saved your changes and closed the dialog.')
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onScreenChange(() => {
    clearTimeout(timer)
    // Another dialog may open right after one closes.
    timer = setTimeout(() => {
      if (isBusy()) return
      stop()
      update()
    })
  })
}

/**
 * Looks for newer versions of open remotes every five minutes, and when the tab becomes visible.
 * Updates are offered, never forced.
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
        ? { label: 'Reload', onClick: () => whenIdle(() => location.reload()) }
        : {
            label: 'Update',
            onClick: () =>
              whenIdle(
                () => void remotes.upgrade(entry).catch((error: unknown) => toastProblem(error, 'Update failed')),
              ),
          },
    })
  }
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || Date.now() - last < EVERY_MS) return
    last = Date.now()
    // Without a response, the next check will do.
    for (const found of await remotes.check().catch(() => [])) void offer(found)
  }
  setInterval(() => void look(), EVERY_MS)
  document.addEventListener('visibilitychange', () => void look())
}
