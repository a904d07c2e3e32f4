import type { AnswerMarks, AnswerToFix, SendBack } from '@portal/contract/answer-review'
import { isAnswered } from '@portal/contract/fields'
import { countToFix, summaryOfFlags } from '@portal/contract/flag-texts'
import { audit } from '../../platform/audit/append.ts'
import { newEvidenceKey, sealEvidence } from '../../platform/audit/evidence.ts'
import type { BookkeeperContext } from '../../context.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { invalidInput } from '../../errors.ts'
import { outcomeSteps } from '../sections/attempts.ts'
import { returnAnswers } from '../sections/return-answers.ts'
import { decisionEntry, decisionSteps } from './decision-steps.ts'
import { keySteps, retryIfStale } from './evidence-key.ts'
import { setReview } from './review-rows.ts'
import { type DecidedSection, type DecisionResult, labelOf, sectionUnderReview } from './section-under-review.ts'

/**
 * Returns the flagged answers in the order of the fields.
 * @throws AppError `invalid_input` when the section does not have a field
 */
function flaggedAnswers({ fields }: DecidedSection, flags: SendBack['flags']): AnswerToFix[] {
  const flagOf = new Map(flags.map(({ field_id, flag }) => [field_id, flag]))
  const flagged = fields.flatMap(({ id, name }) => {
    const flag = flagOf.get(id)
    return flag ? [{ field_id: id, question: name, flag }] : []
  })
  if (flagged.length < flagOf.size) {
    const index = flags.findIndex(({ field_id }) => !fields.some((f) => f.id === field_id))
    throw invalidInput(`flags.${index}.field_id`, 'The section does not have this question.')
  }
  return flagged
}

/** Returns the marks after sending back: everything that was not flagged counts as accepted. */
function marksAfter({ fields, answers, non_answers, version }: DecidedSection, flagged: AnswerToFix[]): AnswerMarks {
  const given = fields.filter(({ id }) => isAnswered(answers[id]) || Object.hasOwn(non_answers, id))
  return Object.fromEntries([
    ...given.map(({ id }) => [id, { verdict: 'accepted', flag: null, version }] as const),
    ...flagged.map(({ field_id, flag }) => [field_id, { verdict: 'flagged', flag, version }] as const),
  ])
}

/** Number of questions that a notification names. */
const MAX_NAMED = 3

/** Returns the message to the client, such as '2 answers need to be fixed in "Tax" of "Onboarding": "A", "B".' */
function messageOf(section: DecidedSection, flagged: readonly AnswerToFix[]): string {
  const named = flagged.slice(0, MAX_NAMED).map(({ question }) => `"${question}"`)
  const more = flagged.length > MAX_NAMED ? ` and ${flagged.length - MAX_NAMED} more` : ''
  return `${countToFix(flagged.length)} in ${labelOf(section)}: ${named.join(', ')}${more}.`
}

/** Sends answers back once, without a retry. */
async function send(ctx: BookkeeperContext, assignmentId: string, input: SendBack): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'send_back', assignmentId, input.version)
  if (review.before) return review.before
  const { section, decided } = review
  const flags = flaggedAnswers(section, input.flags)
  const reason = summaryOfFlags(flags)
  const key = section.evidence_key ?? newEvidenceKey()
  const sealed = await sealEvidence(ctx, key, section.client_id, { reason, flags })
  const questions = flags.map(({ question }) => question)
  return commitOnce(
    ctx,
    [
      ...keySteps(ctx, section, key),
      ...decisionSteps(ctx, section, {
        event: 'send_back',
        notes: reason,
        flags,
        title: flags.length === 1 ? 'Answer to fix' : 'Answers to fix',
        message: messageOf(section, flags),
      }),
      ...returnAnswers(ctx, section, section),
      ...outcomeSteps(ctx, section, 'sent_back', { submission: section, flags }),
      setReview(ctx, section.id, { marks: marksAfter(section, flags), recall_requested_at: null }),
      ...sealed.steps,
      audit(ctx, decisionEntry(section, 'send_back', { questions, ...sealed.detail })),
    ],
    decided,
  )
}

/**
 * Returns a section to the client with the answers to fix, on the version that was seen. Keeps all answers and files.
 * @throws AppError `not_found`, `archived`, `stale`, `invalid_input`
 */
export const sendBack = (ctx: BookkeeperContext, assignmentId: string, input: SendBack): Promise<DecisionResult> =>
  retryIfStale(() => send(ctx, assignmentId, input))
