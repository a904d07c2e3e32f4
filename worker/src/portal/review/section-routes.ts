import {
  AnswerRecall,
  MarkAnswer,
  MarkedAnswers,
  OpenSubmission,
  SectionAttempts,
  SendBack,
} from '@portal/contract/answer-review'
import { IdParam, Ok } from '@portal/contract/common'
import { ApproveSection, Decision, RejectSection, SectionHistory, UndoApproval } from '@portal/contract/review'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { answerRecall } from './answer-recall.ts'
import { approveSection } from './approve-section.ts'
import { listAttempts } from './list-attempts.ts'
import { markAnswer } from './mark-answer.ts'
import { openSubmission } from './open-submission.ts'
import { rejectSection } from './reject-section.ts'
import { sectionHistory } from './section-history.ts'
import { sendBack } from './send-back.ts'
import { undoApproval } from './undo-approval.ts'

/** Routes for decisions on a section. `id` is its assignment id. */
export const sectionsRoutes = new Hono<AppTypes>()
  .get(
    '/:id/history',
    endpoint({
      id: 'getSectionHistory',
      summary: 'Get the history of a section',
      access: 'bookkeeper',
      param: IdParam,
      response: SectionHistory,
      errors: ['not_found'],
    }),
    async (c) => c.json(await sectionHistory(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/attempts',
    endpoint({
      id: 'listAttempts',
      summary: 'List the submissions of a section',
      access: 'bookkeeper',
      param: IdParam,
      response: SectionAttempts,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listAttempts(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/approve',
    endpoint({
      id: 'approveSection',
      summary: 'Approve a section',
      access: 'bookkeeper',
      param: IdParam,
      json: ApproveSection,
      response: Decision,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await approveSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/reject',
    endpoint({
      id: 'rejectSection',
      summary: 'Reject a section and remove its answers and files',
      access: 'bookkeeper',
      param: IdParam,
      json: RejectSection,
      response: Decision,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await rejectSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/undo',
    endpoint({
      id: 'undoApproval',
      summary: 'Undo an approval',
      access: 'bookkeeper',
      param: IdParam,
      json: UndoApproval,
      response: Decision,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await undoApproval(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/send-back',
    endpoint({
      id: 'sendBackAnswers',
      summary: 'Send single answers back to the client and keep the others',
      access: 'bookkeeper',
      param: IdParam,
      json: SendBack,
      response: Decision,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await sendBack(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/recall',
    endpoint({
      id: 'answerRecall',
      summary: "Answer the client's request to change a submission",
      access: 'bookkeeper',
      param: IdParam,
      json: AnswerRecall,
      response: Decision,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await answerRecall(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/opened',
    endpoint({
      id: 'openSubmission',
      summary: 'Record that a submission was opened',
      access: 'bookkeeper',
      param: IdParam,
      json: OpenSubmission,
      response: Ok,
      errors: ['not_found', 'archived', 'stale'],
    }),
    (c) => okAfter(c, openSubmission(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .put(
    '/:id/marks',
    endpoint({
      id: 'markAnswer',
      summary: 'Accept or flag an answer',
      access: 'bookkeeper',
      param: IdParam,
      json: MarkAnswer,
      response: MarkedAnswers,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await markAnswer(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
