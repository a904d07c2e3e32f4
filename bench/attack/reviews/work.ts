import { good } from '../../../worker/src/testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, stranger } from '../../../worker/src/testing/portal.ts'
import {
  answerRecall,
  flag,
  fieldsIn,
  mark,
  newWork,
  open,
  recall,
  sendBack,
  submitAll,
  uploaded,
  type Work,
} from '../../../worker/src/testing/sections.ts'
import { day, send } from '../../../worker/src/testing/work.ts'
import { threadOf } from '../lib/database.ts'

/** A section in review: submitted with a file and a non-answer, with a comment and a promise. */
export interface Review extends Work {
  thread: string
  file: string
}

/** Texts that the people of a review write. */
export interface Texts {
  /** The client's non-answer. */
  note: string
  comment: string
  /** What the bookkeeper flags. */
  reason: string
  fileName: string
}

const PLAIN: Texts = {
  note: 'Ask Morgan',
  comment: 'Which branch?',
  reason: 'Page 2 is missing',
  fileName: 'passport.pdf',
}

const FIELDS = [...fieldsIn('First'), { id: 'note', name: 'Note', section: 'Second' }]

/** Comments on the first question. */
export const comment = (who: Caller, { thread, first }: Review, message: string, more: object = {}) =>
  send(who, 'POST', `/api/chat/threads/${thread}/messages`, { message, about: first.id, field_id: 'name', ...more })

/** Promises to send the workform by a day. */
export const promise = (client: Caller, { workform }: Work, on: string) =>
  send(client, 'PUT', `/api/portal/workforms/${workform.id}/commitment`, { day: on })

/** Submits the first section at a version. */
export const submitAt = ({ client, first, file }: Review, version: number, note = PLAIN.note, key?: string) => {
  const scan = { id: file, name: 'x.pdf', path: 'x', size: 1, type: 'application/pdf' }
  const answers = { name: `Cleo ${version}`, scan: [scan] }
  return submitAll(client, first.id, { answers, non_answers: { mail: { reason: 'dont_have', note } } }, version, key)
}

/** Returns a section that was submitted at version 1, and that the bookkeeper has not opened. */
export async function newReview(texts: Texts = PLAIN, fields: readonly unknown[] = FIELDS): Promise<Review> {
  const work = await newWork(fields)
  const file = await uploaded(work.client, work.first.id, texts.fileName)
  const review = { ...work, thread: await threadOf(work.client.clientId), file: file.id }
  await good(promise(review.client, review, day(3)))
  await good(comment(review.client, review, texts.comment))
  await good(submitAt(review, 0, texts.note))
  return review
}

/** Everyone who has nothing to do with a review, and its client and bookkeeper in the other's place. */
export async function outsidersOf({ bookkeeper }: Work): Promise<Record<string, Caller>> {
  const foreign = await newBookkeeper()
  return {
    'a colleague': await newBookkeeper(bookkeeper.firmId),
    'another firm': foreign,
    'another client': await newClient(bookkeeper),
    "another firm's client": await newClient(foreign),
    'a stranger': stranger,
  }
}

type Request = (who: Caller) => Promise<Response>

/** Requests of the bookkeeper about a section at a version. */
export const bookkeepers = ({ first: { id } }: Work, version: number): Record<string, Request> => ({
  'opening it': (who) => open(who, id, version),
  'accepting an answer': (who) => mark(who, id, version, 'name', { verdict: 'accepted' }),
  'removing a mark': (who) => mark(who, id, version, 'name', null),
  'sending it back': (who) => sendBack(who, id, version, [flag('name')]),
  'returning it': (who) => answerRecall(who, id, version, true),
  'keeping it': (who) => answerRecall(who, id, version, false),
  'its submissions': (who) => who.fetch(`/api/sections/${id}/attempts`),
  'its history': (who) => who.fetch(`/api/sections/${id}/history`),
})

/** Requests of the client about a section at a version, and about its workform. */
export const clients = (work: Work, version: number): Record<string, Request> => ({
  'taking it back': (who) => recall(who, work.first.id, version),
  'asking for it': (who) => recall(who, work.first.id, version, 'recall-request'),
  'the section': (who) => who.fetch(`/api/portal/sections/${work.first.id}`),
  'a promise': (who) => promise(who, work, day(2)),
  'withdrawing the promise': (who) => send(who, 'DELETE', `/api/portal/workforms/${work.workform.id}/commitment`),
})
