import { type Answers, takesFiles } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/portal'
import { isLocked } from '@portal/contract/section-machine'
import { deferToNextPaint } from '@portal/kit/ui/after-paint'
import { api, call, invalidateSoon, isApiError, onSessionChange, queryClient, failFast } from '@portal/sdk'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import { only } from './differences.ts'
import { DraftKeeper } from './draft-keeper.ts'
import type { SaveMark, ServerDraft } from './draft-state.ts'
import { localDraftsOf, onOtherTab, restoreDrafts } from './local-drafts.ts'

/** What was written this recently another tab may still be at work on; it is that tab's to save. */
const STILL_TYPED_MS = 10_000

/** The drafts of this tab. They outlive the forms that show them, so that nothing waits for a fold to stay open. */
const keepers = new Map<string, DraftKeeper>()
const listeners = new Set<() => void>()
let watching = false
let stopHearing: (() => void) | undefined

/** Tells that a draft's mark may have changed. */
export function announceDrafts(): void {
  for (const listener of listeners) listener()
}

/** A session that ends or changes hands takes its drafts along; what is not saved stays on the device, under its owner. */
function watchSession(): void {
  if (watching) return
  watching = true
  onSessionChange((_, change) => {
    if (change === 'refreshed') return
    for (const keeper of keepers.values()) keeper.stop()
    keepers.clear()
    stopHearing?.()
    stopHearing = undefined
    announceDrafts()
  })
}

/** Calls `listener` whenever a draft's mark may have changed. Returns the function that stops it. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far the draft of a section has come in this tab. */
export function markOf(id: string): SaveMark {
  return keepers.get(id)?.state().mark ?? 'none'
}

/** What is written in a section: in this tab, else as the server has it. */
export function writtenIn(detail: PortalSectionDetail): Answers {
  return keepers.get(detail.assignment_id)?.state().answers ?? draftOf(detail).answers
}

/** Another device has saved a draft: a form that shows an older one reads it. */
export function draftSaved(id: string, version: number): void {
  if (keepers.get(id)?.knows(version)) return
  queryClient.removeQueries({ queryKey: sectionQuery(id).queryKey, type: 'inactive' })
  invalidateSoon(sectionQuery(id).queryKey)
}

/** The part of a section that is written, not uploaded. */
export function draftOf(detail: PortalSectionDetail): ServerDraft {
  const uploads = new Set(detail.fields.filter(takesFiles).map((f) => f.id))
  const written = Object.entries(detail.answers).filter(([id]) => !uploads.has(id))
  return {
    answers: Object.fromEntries(written),
    draft_version: detail.draft_version,
    version: detail.version,
    fields: detail.fields.flatMap((f) => (uploads.has(f.id) ? [] : f.id)),
  }
}

async function save(
  id: string,
  answers: Answers,
  base_version: number,
): Promise<{ draft_version: number; saved_at: string }> {
  const saved = await call(
    api.portal.sections[':id'].draft.$put({ param: { id }, json: { answers, base_version } }),
  ).catch((error: unknown) => {
    // Submitted, approved or withdrawn elsewhere: the list must say so.
    if (isApiError(error, 'section_locked') || isApiError(error, 'not_found')) invalidateSoon(workformsQuery.queryKey)
    throw error
  })
  // A form that is opened again begins with what was saved.
  queryClient.setQueryData(sectionQuery(id).queryKey, (detail) => {
    if (!detail) return undefined
    const files = Object.entries(detail.answers).filter(([field]) =>
      detail.fields.some((f) => f.id === field && takesFiles(f)),
    )
    return { ...detail, ...saved, answers: { ...answers, ...Object.fromEntries(files) } }
  })
  return saved
}

/**
 * The keeper of a section's draft: the one of this tab, or a new one from what the server has. A new one is not announced: a form asks for it
 * while it is rendered, when nothing else may be.
 */
export function keeperOf(owner: string, detail: PortalSectionDetail): DraftKeeper {
  watchSession()
  const id = detail.assignment_id
  const known = keepers.get(id)
  if (known && known.state().mark !== 'closed') return known
  const keeper = new DraftKeeper(
    id,
    draftOf(detail),
    {
      save: (answers, base) => save(id, answers, base),
      moveOut: (was, now) => {
        moved.add({ owner, from: id, was, now })
        // A keeper may be made while a form is rendered.
        queueMicrotask(() => void placeMoved(owner))
      },
      load: async () => draftOf(await queryClient.fetchQuery({ ...sectionQuery(id), ...failFast, staleTime: 0 })),
    },
    localDraftsOf(owner),
  )
  keepers.set(id, keeper)
  deferToNextPaint(keeper.subscribe)(announceDrafts)
  stopHearing ??= onOtherTab(owner, (change) => keepers.get(change.id)?.overhear(change))
  return keeper
}

/** What was typed into fields that are in another section now, until that section is known. */
const moved = new Set<{ owner: string; from: string; was: Answers; now: Answers }>()

/** Hands typed answers to the drafts of the sections that have their fields now. What cannot be read yet is tried again later. */
async function placeMoved(owner: string): Promise<void> {
  for (const typed of [...moved].filter((t) => t.owner === owner)) {
    try {
      const { items } = await queryClient.fetchQuery({ ...workformsQuery, staleTime: 0 })
      const workform = items.find((w) => w.sections.some((s) => s.assignment_id === typed.from))
      for (const section of workform?.sections ?? []) {
        if (section.assignment_id === typed.from || isLocked(section.status)) continue
        const detail = await queryClient.fetchQuery({ ...sectionQuery(section.assignment_id), staleTime: 0 })
        const here = Object.keys(typed.now).filter((id) => detail.fields.some((f) => f.id === id))
        if (here.length === 0) continue
        const keeper = keeperOf(owner, detail)
        keeper.receive(draftOf(detail))
        keeper.takeOver(only(typed.was, here), only(typed.now, here))
        announceDrafts()
      }
      moved.delete(typed)
    } catch {
      return
    }
  }
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
 * Hands over what earlier visits left on this device: tabs that were closed or killed before everything was sent. Where another device
 * has meanwhile said something else, it waits here until the person decides.
 */
export async function handOver(owner: string): Promise<void> {
  await restoreDrafts(owner)
  await placeMoved(owner)
  const local = localDraftsOf(owner)
  for (const id of local.list()) {
    const left = local.read(id)
    if (!left || keepers.has(id) || Date.now() - left.at < STILL_TYPED_MS) continue
    try {
      const detail = await queryClient.fetchQuery({ ...sectionQuery(id), ...failFast })
      // What was typed on a section that is locked now is of use should it come back.
      if (isLocked(detail.status)) continue
      const keeper = keeperOf(owner, detail)
      announceDrafts()
      await keeper.flush()
    } catch (error) {
      if (isApiError(error, 'not_found')) local.remove(id)
      else return
    }
  }
}
