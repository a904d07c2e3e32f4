import {
  hasUnsaved,
  onReconnect,
  onScreenChange,
  onSignal,
  tabStore,
  toastInfo,
  toastProblem,
  topLayer,
} from '@portal/sdk'
import { toaster } from '@portal/sdk/toaster'
import type { Offer, Remotes } from './federation/remote-routes.tsx'
import { isKeptPage } from './offline/kept-page.ts'

/** Keeps the remotes of an open tab up to date with the registry. */

const EVERY_MS = 5 * 60_000
/** After an interruption, tabs read the registry at a random time within this number of ms. */
const RECONNECT_WITHIN_MS = 5000
/** After a failed read, a visible tab reads again within this number of ms, which doubles with each failure. */
const RETRY_WITHIN_MS = 10_000
/** Prefix of the session storage keys with the times at which this tab has left versions. */
const LEFT = 'portal.left.'
/** A tab leaves a version by itself at most once within this number of ms. */
const LEAVE_EVERY_MS = 60_000

const isBusy = (): boolean => hasUnsaved() || topLayer() !== undefined
const labelOf = ({ entry }: Offer): string => entry.nav?.label ?? entry.name

/** Resolves when a condition is true. It is checked now, and after each change of dialogs and unsaved work. */
const when = (isTrue: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isTrue()) return resolve()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onScreenChange(() => {
      clearTimeout(timer)
      // Another dialog may open right after one closes.
      timer = setTimeout(() => {
        if (!isTrue()) return
        stop()
        resolve()
      })
    })
  })

/** Resolves when no dialog is open and nothing is unsaved, because an update replaces the content of the screen. */
function idle(): Promise<void> {
  if (isBusy())
    toastInfo('Update postponed', 'It will be installed when you have saved your changes and closed the dialog.')
  return when(() => !isBusy())
}

const leaving = new Set<string>()
const nameOf = ({ entry, leave }: Offer): string => `${entry.name}@${leave}`
const leftAt = (version: string): number => Number(tabStore.get(LEFT + version) ?? Number.NEGATIVE_INFINITY)

/** Returns whether the version must be left, and was not left just now: the page may have it again. */
const mustLeave = (offer: Offer): boolean =>
  offer.leave !== undefined && Date.now() - leftAt(nameOf(offer)) > LEAVE_EVERY_MS

/** Loads the page again as soon as nothing is unsaved. */
async function leaveVersion(offer: Offer): Promise<void> {
  const version = nameOf(offer)
  if (leaving.has(version)) return
  leaving.add(version)
  if (hasUnsaved())
    toastInfo(
      `${labelOf(offer)} has to be updated`,
      'The page will be reloaded as soon as you have saved or discarded your changes.',
    )
  await when(() => !hasUnsaved())
  tabStore.set(LEFT + version, String(Date.now()))
  location.reload()
}

/** Offers the live versions of open remotes. */
class Offers {
  /** The offered version of each remote. */
  readonly #offered = new Map<string, string>()
  readonly #install: (offer: Offer) => Promise<void>

  constructor(install: (offer: Offer) => Promise<void>) {
    this.#install = install
  }

  /** Shows offers that are new, and removes those that no longer apply. */
  async show(offers: readonly Offer[]): Promise<void> {
    const gone = [...this.#offered.keys()].filter((name) => !offers.some(({ entry }) => entry.name === name))
    const fresh = offers.filter(({ entry }) => this.#offered.get(entry.name) !== entry.version)
    if (gone.length + fresh.length === 0) return
    for (const name of gone) this.#offered.delete(name)
    for (const { entry } of fresh) this.#offered.set(entry.name, entry.version)
    const toast = await toaster()
    for (const name of gone) toast.dismiss(name)
    for (const offer of fresh)
      toast.info(`A new version of ${labelOf(offer)} is available`, {
        id: offer.entry.name,
        duration: Number.POSITIVE_INFINITY,
        action: {
          label: offer.reload ? 'Reload' : 'Update',
          onClick: () =>
            void this.#install(offer).catch((error: unknown) => {
              this.#offered.delete(offer.entry.name)
              toastProblem(error, 'Update failed')
            }),
        },
      })
  }
}

/**
 * Makes open remotes follow the registry: reads it when it changes, after an interruption of the
 * live connection, every five minutes, when the tab becomes visible, and soon again after a failed
 * read. Updates are offered, never forced, except when a version must be left.
 */
export function followRegistry({ check, upgrade }: Pick<Remotes, 'check' | 'upgrade'>): void {
  let last = Date.now()
  let looking = Promise.resolve()
  let retryWithin = RETRY_WITHIN_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer ends. */
  let due = Number.POSITIVE_INFINITY

  const install = async ({ entry: { name } }: Offer): Promise<void> => {
    await idle()
    // The offered version may have been replaced or withdrawn.
    const offer = (await check()).find(({ entry }) => entry.name === name)
    if (!offer) return toastInfo('No update needed', 'This tab already has the current version.')
    if (!offer.reload && 'routes' in offer.entry) return upgrade(offer.entry, idle)
    await idle()
    location.reload()
  }
  const offers = new Offers(install)
  const read = async (): Promise<void> => {
    const found = await check().catch(() => undefined)
    if (!found) {
      // The next check catches up, however soon it is.
      last = 0
      if (navigator.onLine && document.visibilityState === 'visible') lookWithin(retryWithin)
      retryWithin = Math.min(retryWithin * 2, EVERY_MS)
      return
    }
    retryWithin = RETRY_WITHIN_MS
    for (const offer of found.filter(mustLeave)) void leaveVersion(offer)
    void offers.show(found.filter((offer) => !mustLeave(offer)))
  }
  const look = (): void => {
    last = Date.now()
    // One at a time, so that the last response is the latest state.
    looking = looking.then(read)
  }
  const lookWithin = (ms: number): void => {
    const at = Date.now() + Math.random() * ms
    if (at >= due) return
    due = at
    clearTimeout(timer)
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY
      look()
    }, at - Date.now())
  }
  const lookIfDue = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - last >= EVERY_MS) look()
  }
  onSignal((signal) => signal.type === 'remotes' && lookWithin(signal.within_ms))
  onReconnect(() => lookWithin(RECONNECT_WITHIN_MS))
  setInterval(lookIfDue, EVERY_MS)
  // Its registry is that of an earlier visit.
  if (isKeptPage()) look()
  document.addEventListener('visibilitychange', lookIfDue)
}
