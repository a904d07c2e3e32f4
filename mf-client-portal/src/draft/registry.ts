import { type Answers, takesFiles } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/portal'
import { api, call, invalidateSoon, isApiError, onSessionChange, queryClient } from '@portal/sdk'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import { DraftKeeper, type ServerDraft } from './draft-keeper.ts'
import { localDraftsOf } from './local-drafts.ts'

/** What was written this recently another tab may still be at work on; it is that tab's to save. */
const STILL_TYPED_MS = 10_000

/** The drafts of this tab. They outlive the forms that show them, so that nothing waits for a fold to stay open. */
const keepers = new Map<string, DraftKeeper>()
let watching = false

/** A session that ends or changes hands takes its drafts along; what is not saved stays on the device, under its user. */
function watchSession(): void {
  if (watching) return
  watching = true
  onSessionChange((_, change) => {
    if (change === 'refreshed') return
    for (const keeper of keepers.values()) keeper.stop()
    keepers.clear()
  })
}

/** The part of a section that is written, not uploaded. */
export function draftOf(detail: PortalSectionDetail): ServerDraft {
  const uploads = new Set(detail.fields.filter(takesFiles).map((f) => f.id))
  const written = Object.entries(detail.answers).filter(([id]) => !uploads.has(id))
  return { answers: Object.fromEntries(written), draft_version: detail.draft_version, version: detail.version }
}

async function save(id: string, answers: Answers, base_version: number): Promise<{ draft_version: number; saved_at: string }> {
  const saved = await call(api.portal.sections[':id'].draft.$put({ param: { id }, json: { answers, base_version } })).catch(
    (error: unknown) => {
      // Submitted, approved or withdrawn elsewhere: the list must say so.
      if (isApiError(error, 'section_locked') || isApiError(error, 'not_found')) invalidateSoon(workformsQuery.queryKey)
      throw error
    },
  )
  // A form that is opened again begins with what was saved.
  queryClient.setQueryData(sectionQuery(id).queryKey, (detail) => {
    if (!detail) return undefined
    const files = Object.entries(detail.answers).filter(([field]) => detail.fields.some((f) => f.id === field && takesFiles(f)))
    return { ...detail, ...saved, answers: { ...answers, ...Object.fromEntries(files) } }
  })
  return saved
}

/** The keeper of a section's draft: the one of this tab, or a new one from what the server has. */
export function keeperOf(userId: string, detail: PortalSectionDetail): DraftKeeper {
  watchSession()
  const id = detail.assignment_id
  const known = keepers.get(id)
  if (known && known.state().mark !== 'closed') return known
  const keeper = new DraftKeeper(
    id,
    draftOf(detail),
    {
      save: (answers, base) => save(id, answers, base),
      load: async () => draftOf(await queryClient.fetchQuery({ ...sectionQuery(id), staleTime: 0 })),
    },
    localDraftsOf(userId),
  )
  keepers.set(id, keeper)
  return keeper
}

/** Lets go of a draft whose section was submitted. */
export function letGo(id: string): void {
  keepers.get(id)?.close()
  keepers.delete(id)
}

/** Saves now what any section of this tab has not saved. */
export function flushAll(): void {
  for (const keeper of keepers.values()) void keeper.flush()
}

/**
 * Hands over what earlier visits left on this device: tabs that were closed while offline. What another device has overtaken
 * stays here until its section is opened and the person decides.
 */
export async function handOver(userId: string): Promise<void> {
  const local = localDraftsOf(userId)
  for (const id of local.list()) {
    const left = local.read(id)
    if (!left || keepers.has(id) || Date.now() - left.at < STILL_TYPED_MS) continue
    try {
      await save(id, left.answers, left.base_version)
      if (!keepers.has(id)) local.remove(id)
    } catch (error) {
      if (isApiError(error, 'not_found')) local.remove(id)
      if (isApiError(error, 'network')) return
    }
  }
}
