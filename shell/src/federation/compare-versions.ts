import type { Offer } from './remote-routes.tsx'
import { fitsTab } from './fits-tab.ts'
import type { MountedRemote } from './mounted-remote.ts'
import type { Registry } from './registry.ts'

/** Offers the shell if the server has another one than this tab. */
const newShell = (own: string | undefined, live: string | undefined): Offer[] =>
  own && live && own !== live
    ? [{ entry: { name: 'shell', version: live, nav: { label: 'the portal' } }, reload: true }]
    : []

/**
 * Switches unopened remotes to their versions in `fresh` if they are compatible. Returns the live
 * versions of open remotes that run another one.
 */
export async function compare(
  mounted: readonly MountedRemote[],
  shell: string | undefined,
  fresh: Registry,
): Promise<Offer[]> {
  const offers = newShell(shell, fresh.shell)
  for (const remote of mounted) {
    const { name, version } = remote.entry
    const entry = fresh.remotes.find((r) => r.name === name)
    if (
      !entry ||
      entry.version === version ||
      (entry.fallback && entry.version === remote.failed?.version) ||
      entry.refused
    )
      continue
    const isCompatible = fitsTab(entry)
    const leave = entry.leave?.includes(version) ? { leave: version } : {}
    // Widgets cannot be replaced: without the routes, only they are loaded.
    const reload = !remote.isReady || !isCompatible || !remote.canBecome(entry)
    if (remote.host.loader.isInUse(name)) offers.push({ entry, reload, ...leave })
    else if (isCompatible) await remote.adopt(entry)
  }
  return offers
}
