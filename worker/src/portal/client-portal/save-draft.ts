import type { SaveDraft } from '@portal/contract/client-portal'
import type { Answers } from '@portal/contract/fields'
import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import type { NonAnswers } from '@portal/contract/non-answers'
import { isLocked } from '@portal/contract/section-machine'
import { and, eq } from 'drizzle-orm'
import { guestSteps } from '../../platform/access/live-guest-link.ts'
import type { ClientContext } from '../../context.ts'
import { sectionDrafts } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { publishToClient } from '../../platform/outbox/enqueue.ts'
import { attributeAnswers } from '../sections/contributions.ts'
import { markInProgressSteps } from '../sections/mark-in-progress.ts'
import {
  fieldsOf,
  answersMovedFields,
  type OwnSection,
  ownSection,
  shownSection,
  statusOf,
  requireOpenSection,
  answersToSave,
  nonAnswersToSave,
} from '../sections/own-section.ts'

function saveStep({ db, now }: ClientContext, id: string, content: DraftContent, base: number, version: number): Step {
  const draft = { ...content, version, updated_at: now.toISOString() }
  const save =
    base === 0
      ? db
          .insert(sectionDrafts)
          .values({ assignment_id: id, ...draft })
          .onConflictDoNothing()
      : db
          .update(sectionDrafts)
          .set(draft)
          .where(and(eq(sectionDrafts.assignment_id, id), eq(sectionDrafts.version, base)))
  return step(save, 'stale')
}

interface DraftContent {
  answers: Answers
  non_answers: NonAnswers
}

/** Returns what to store of a draft. Without non-answers in the request, the stored ones are kept. */
function contentOf({ actor }: ClientContext, section: OwnSection, input: SaveDraft): DraftContent {
  const fields = fieldsOf(section.all_fields, section.name)
  const answers = answersToSave(fields, input.answers)
  // Another person may not say why there is no answer.
  const given = actor.guest ? undefined : input.non_answers
  const nonAnswers = given ?? section.draft?.non_answers ?? {}
  return { answers, non_answers: nonAnswersToSave(fields, nonAnswers, answers) }
}

interface SavedDraft {
  draft_version: number
  saved_at: string
}

/** Returns the stored draft if it is the one that the request would save: its first response was lost. */
function alreadySaved({ draft }: OwnSection, content: DraftContent, version: number): SavedDraft | undefined {
  if (draft?.version !== version) return undefined
  const { answers, non_answers } = draft
  if (JSON.stringify({ answers, non_answers }) !== JSON.stringify(content)) return undefined
  return { draft_version: version, saved_at: draft.updated_at }
}

const sectionById = async (ctx: ClientContext, assignmentId: string): Promise<OwnSection> =>
  shownSection((await ownSection(ctx, assignmentId))[0])

/**
 * Saves a draft on top of the one that the client saw (`base_version`, 0 for none). Files have rows of their own.
 * A guest session changes answers only.
 * @throws AppError `not_found`, `archived`, `section_locked`, or `stale` when another device saved in the meantime or a
 *   field moved to another section
 */
export async function saveDraft(ctx: ClientContext, assignmentId: string, input: SaveDraft): Promise<SavedDraft> {
  const section = await sectionById(ctx, assignmentId)
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  // Typed before an edit moved the field: the device must fetch the section again.
  if (answersMovedFields(section.all_fields, section.name, input)) throw new AppError('stale')
  const content = contentOf(ctx, section, input)
  const base = input.base_version
  const version = base === 0 ? section.version * DRAFT_VERSIONS_PER_ROUND + 1 : base + 1
  const saved = alreadySaved(section, content, version)
  if (saved) return saved
  if ((section.draft?.version ?? 0) !== base) throw new AppError('stale')
  try {
    await commit(ctx, [
      requireOpenSection(ctx, assignmentId),
      ...guestSteps(ctx),
      saveStep(ctx, assignmentId, content, base, version),
      ...attributeAnswers(ctx, assignmentId, section.draft?.answers ?? section.submitted, content.answers),
      ...markInProgressSteps(ctx, section),
      // For other devices of the client that have the section open.
      publishToClient(ctx, ctx.actor.clientId, 'draft.saved', {
        assignment_id: assignmentId,
        draft_version: String(version),
      }),
    ])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
    // The same request may have been saved while this one was read.
    const savedSince = alreadySaved(await sectionById(ctx, assignmentId), content, version)
    if (savedSince) return savedSince
    throw error
  }
  return { draft_version: version, saved_at: ctx.now.toISOString() }
}
