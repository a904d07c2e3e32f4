import { todayIn } from '@portal/contract/dates'
import { isObject } from '@portal/contract/is-object'
import type { WorkformSummary } from '@portal/contract/workforms'
import { type DraftStorage, draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { currentSession, newIdempotencyKey } from '@portal/sdk'
import { type Creation, EMPTY, hasUnsavedWork, STEPS, type Step } from './state.ts'

/** Keeps unsaved input in this browser until the client is created or discarded. */

const draft = (): DraftStorage => draftStorage('new-client')
/** The last request that was sent, with its idempotency key. */
const attempt = (): DraftStorage => draftStorage('new-client.attempt')

const objectOf = (v: unknown): Record<string, unknown> => (isObject(v) ? v : {})
const textOf = (v: unknown): string => (typeof v === 'string' ? v : '')

function summaryOf(v: unknown): WorkformSummary | undefined {
  if (
    !isObject(v) ||
    typeof v['id'] !== 'string' ||
    typeof v['name'] !== 'string' ||
    typeof v['field_count'] !== 'number'
  )
    return undefined
  return v as unknown as WorkformSummary
}

/**
 * Returns the draft of an interrupted flow, if any. An unfinished customization is restored as the
 * chosen template.
 */
export function readDraft(): Creation | undefined {
  const v = draft().read()
  if (!v) return undefined
  const [details, deadlines] = [objectOf(v['clientDetails']), objectOf(v['deadlines'])]
  const dueDate = textOf(deadlines['dueDate'])
  const done = Array.isArray(v['done']) ? v['done'] : []
  const creation: Creation = {
    ...EMPTY,
    clientDetails: {
      fullName: textOf(details['fullName']),
      companyName: textOf(details['companyName']),
      email: textOf(details['email']),
      phone: textOf(details['phone']),
    },
    workform: { ...EMPTY.workform, isCreatingNew: v['isCreatingNew'] === true, selected: summaryOf(v['selected']) },
    deadlines: {
      // The due date may have passed since.
      dueDate: dueDate >= todayIn(currentSession()?.user.time_zone ?? 'UTC') ? dueDate : '',
      notes: textOf(deadlines['notes']),
    },
    open: Math.max(
      0,
      STEPS.findIndex((_, i) => i === v['open']),
    ) as Step,
    done: EMPTY.done.map((_, i) => done[i] === true),
  }
  return hasUnsavedWork(creation) || creation.workform.isCreatingNew ? creation : undefined
}

/** Saves the draft, or deletes it if the flow is empty. */
export function saveDraft(creation: Creation): void {
  const { clientDetails, workform, deadlines, open, done } = creation
  if (!hasUnsavedWork(creation) && !workform.isCreatingNew) return draft().clear()
  draft().save({
    clientDetails,
    isCreatingNew: workform.isCreatingNew,
    selected: workform.selected,
    deadlines,
    open,
    done,
  })
}

/** Deletes the draft after the client was created or discarded. */
export function deleteDraft(): void {
  draft().clear()
  attempt().clear()
}

/**
 * Returns the idempotency key for a request. The same request gets the same key, even after a
 * reload, so that a retry after a lost response creates one client.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request)
  const last = attempt().read()
  if (last && last['body'] === body && typeof last['key'] === 'string') return last['key']
  const key = newIdempotencyKey()
  attempt().save({ body, key })
  return key
}
