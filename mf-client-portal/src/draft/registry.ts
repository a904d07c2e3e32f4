import { takesFiles } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { isLocked } from '@portal/contract/section-machine'
import {
  api,
  call,
  failFast,
  invalidateSoon,
  isApiError,
  onSessionChange,
  queryClient,
  storeOffline,
} from '@portal/sdk'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import { pick, sameAnswer } from './differences.ts'
import { type DraftAnswers, joinContent, splitContent } from './draft-answers.ts'
import { DraftKeeper } from './draft-keeper.ts'
import type { SaveStatus, ServerDraft } from './draft-state.ts'
import { isSectionClosed } from '../section/is-section-closed.ts'
import { localDraftsOf, onTabChange, restoreDrafts } from './local-drafts.ts'

/** A draft written this recently may still be edited in another tab, which then saves it. */
const RECENTLY_TYPED_MS = 10_000

/** The drafts of this tab. They outlive the forms that show them. */
const keepers = new Map<string, DraftKeeper>()
const listeners = new Set<() => void>()
let watching = false
let stopListening: (() => void) | undefined

/** Notifies listeners that the save status of a draft may have changed. */
export function notifyDraftListeners(): void {
  for (const listener of listeners) listener()
}

/** Sent to earlier versions of this module in the tab: a newer one keeps the drafts from now on. */
const TAKEN_OVER = 'portal.drafts-taken-over'

/**
 * Stops all drafts when the session ends, the user changes, or another version of this remote replaces this one.
 * Unsaved answers stay on the device, under their owner.
 */
function watchSession(): void {
  if (watching) return
  watching = true
  const stopAll = (): void => {
    for (const keeper of keepers.values()) keeper.stop()
    keepers.clear()
    stopListening?.()
    stopListening = undefined
    notifyDraftListeners()
  }
  onSessionChange((_, change) => {
    if (change !== 'refreshed') stopAll()
  })
  window.dispatchEvent(new Event(TAKEN_OVER))
  window.addEventListener(TAKEN_OVER, stopAll)
}

/** Calls `listener` when the save status of a draft may have changed. Returns a cleanup function. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the save status of a section's draft in this tab. */
export function saveStatusOf(id: string): SaveStatus {
  return keepers.get(id)?.state().status ?? 'none'
}

/** Returns the written answers of a section: this tab's, else the server's. */
export function writtenAnswers(detail: PortalSectionDetail): DraftAnswers {
  return keepers.get(detail.assignment_id)?.state().answers ?? draftOf(detail).answers
}

/** Handles a draft that another device saved: a form that shows an older one refetches it. */
export function onDraftSaved(id: string, version: number): void {
  if (keepers.get(id)?.isKnown(version)) return
  queryClient.removeQueries({ queryKey: sectionQuery(id).queryKey, type: 'inactive' })
  invalidateSoon(sectionQuery(id).queryKey)
}

/** Returns the draft of a section, and its uploaded files apart. */
export function draftOf(detail: PortalSectionDetail): ServerDraft {
  const uploads = new Set(detail.fields.filter(takesFiles).map((f) => f.id))
  const given = Object.entries(detail.answers)
  const written = given.filter(([id]) => !uploads.has(id))
  return {
    answers: joinContent({ answers: Object.fromEntries(written), non_answers: detail.non_answers }),
    draft_version: detail.draft_version,
    version: detail.version,
    fields: detail.fields,
    files: Object.fromEntries(given.filter(([id]) => uploads.has(id))),
  }
}

async function save(
  id: string,
  draft: DraftAnswers,
  base_version: number,
): Promise<{ draft_version: number; saved_at: string }> {
  const { answers, non_answers } = splitContent(draft)
  const saved = await call(
    api.portal.sections[':id'].draft.$put({ param: { id }, json: { answers, non_answers, base_version } }),
  ).catch((error: unknown) => {
    // Submitted, approved, withdrawn or archived elsewhere: refresh the list.
    if (isSectionClosed(error)) invalidateSoon(workformsQuery.queryKey)
    throw error
  })
  // A form that is opened again starts with what was saved.
  const stored = queryClient.setQueryData(sectionQuery(id).queryKey, (detail) => {
    if (!detail) return undefined
    const files = Object.entries(detail.answers).filter(([field]) =>
      detail.fields.some((f) => f.id === field && takesFiles(f)),
    )
    const contributions = detail.contributions?.filter(
      ({ field_id, file_id }) => file_id !== null || sameAnswer(detail.answers[field_id], answers[field_id]),
    )
    return { ...detail, ...saved, answers: { ...answers, ...Object.fromEntries(files) }, non_answers, contributions }
  })
  if (stored) void storeOffline(`/api/portal/sections/${id}`, stored)
  return saved
}

/**
 * Returns the keeper of a section's draft, creating it from the server's state if needed. Does not notify listeners,
 * since forms call it while rendering.
 */
export function keeperOf(owner: string, detail: PortalSectionDetail): DraftKeeper {
  watchSession()
  const id = detail.assignment_id
  const known = keepers.get(id)
  if (known && known.state().status !== 'closed') return known
  const keeper = new DraftKeeper(
    id,
    draftOf(detail),
    {
      save: (answers, base) => save(id, answers, base),
      moveAnswers: (before, after) => {
        moved.add({ owner, from: id, before, after })
        // A keeper may be created while a form renders.
        queueMicrotask(() => void deliverMovedAnswers(owner))
      },
      load: async () => draftOf(await queryClient.fetchQuery({ ...sectionQuery(id), ...failFast, staleTime: 0 })),
    },
    localDraftsOf(owner),
  )
  keepers.set(id, keeper)
  keeper.subscribe(notifyDraftListeners)
  stopListening ??= onTabChange(owner, (change) => keepers.get(change.id)?.mergeFromTab(change))
  return keeper
}

/** Unsaved answers of fields that were moved to another section, until that section is known. */
const moved = new Set<{ owner: string; from: string; before: DraftAnswers; after: DraftAnswers }>()

/**
 * Passes moved answers to the drafts of the sections that have their fields now. Retries later if they cannot be
 * loaded.
 */
async function deliverMovedAnswers(owner: string): Promise<void> {
  for (const typed of [...moved].filter((t) => t.owner === owner)) {
    try {
      const { items } = await queryClient.fetchQuery({ ...workformsQuery, staleTime: 0 })
      const workform = items.find((w) => w.sections.some((s) => s.assignment_id === typed.from))
      for (const section of workform?.sections ?? []) {
        if (section.assignment_id === typed.from || isLocked(section.status)) continue
        const detail = await queryClient.fetchQuery({ ...sectionQuery(section.assignment_id), staleTime: 0 })
        const here = Object.keys(typed.after).filter((id) => detail.fields.some((f) => f.id === id))
        if (here.length === 0) continue
        const keeper = keeperOf(owner, detail)
        keeper.receive(draftOf(detail))
        keeper.receiveMovedAnswers(pick(typed.before, here), pick(typed.after, here))
        notifyDraftListeners()
      }
      moved.delete(typed)
    } catch {
      return
    }
  }
}

/** Closes the draft of a section that was submitted. */
export function closeDraft(id: string): void {
  keepers.get(id)?.close()
  keepers.delete(id)
}

/** Saves all unsaved drafts of this tab now. */
export function flushAll(): void {
  for (const keeper of keepers.values()) void keeper.flush()
}

/**
 * Saves drafts that earlier visits left on this device, such as in tabs that were closed too early. If another device
 * has changed the same answers, the draft waits until the client decides.
 */
export async function syncLocalDrafts(owner: string): Promise<void> {
  await restoreDrafts(owner)
  await deliverMovedAnswers(owner)
  const local = localDraftsOf(owner)
  for (const id of local.list()) {
    const left = local.read(id)
    if (!left || keepers.has(id) || Date.now() - left.at < RECENTLY_TYPED_MS) continue
    try {
      const detail = await queryClient.fetchQuery({ ...sectionQuery(id), ...failFast })
      // Keep answers of a section that is locked now: it may be reopened.
      if (isLocked(detail.status)) continue
      const keeper = keeperOf(owner, detail)
      notifyDraftListeners()
      await keeper.flush()
    } catch (error) {
      if (isApiError(error, 'not_found')) local.remove(id)
      // Answers of an archived section stay here until it is restored.
      else if (!isApiError(error, 'archived')) return
    }
  }
}
