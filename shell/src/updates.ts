import { toastProblem } from '@portal/sdk'
import { toaster } from '@portal/sdk/toaster'
import type { Offer, Remotes } from './federation/mounts.tsx'

const EVERY_MS = 5 * 60_000

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
        ? { label: 'Reload', onClick: () => location.reload() }
        : {
            label: 'Update',
            onClick: () => void remotes.upgrade(entry).catch((error: unknown) => toastProblem(error, 'Update failed')),
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
