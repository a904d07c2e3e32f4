import { currentSession, onSessionChange } from '@portal/sdk'
import type { Loader } from './loader.ts'
import type { Registry } from './registry.ts'
import type { Remotes } from './remote-routes.tsx'

/** Longest time that loading remotes waits for the registry, in ms. After it, the versions of the page are used. */
const WAIT_MS = 3000

/**
 * Reads the registry once after sign-in if it can have other versions for this person: a canary or a
 * flag is targeted, or the page was loaded for another person. Remotes that are opened meanwhile
 * wait for it.
 */
export function readAfterSignIn(
  { targeted }: Pick<Registry, 'targeted'>,
  { check }: Pick<Remotes, 'check'>,
  { waitFor }: Pick<Loader, 'waitFor'>,
): void {
  /** The person for whom the registry was read. Null: it is valid for no person; undefined: for any. */
  let readFor = targeted ? null : currentSession()?.user.id
  onSessionChange((session) => {
    if (!session) return
    const isValid = readFor === undefined || readFor === session.user.id
    readFor = session.user.id
    if (!isValid) waitFor(Promise.race([check(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]))
  })
}
