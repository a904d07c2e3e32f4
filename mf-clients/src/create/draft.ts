import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { type DraftStorage, draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { currentSession, newIdempotencyKey } from '@portal/sdk'
import { type Creation, EMPTY, holdsWork, STEPS, type Step } from './state.ts'

/** The flow's content, as it is kept in this browser until the client is created or discarded. */

const draft = (): DraftStorage => draftStorage('new-client')
/** The last request that was tried. */
const attempt = (): DraftStorage => draftStorage('new-client.attempt')

type Loose = Record<string, unknown>
const isRecord = (v: unknown): v is Loose => typeof v === 'object' && v !== null && !Array.isArray(v)
const recordOf = (v: unknown): Loose => (isRecord(v) ? v : {})
const textOf = (v: unknown): string => (typeof v === 'string' ? v : '')

function summaryOf(v: unknown): WorkformSummary | undefined {
  if (
    !isRecord(v) ||
    typeof v['id'] !== 'string' ||
    typeof v['name'] !== 'string' ||
    typeof v['field_count'] !== 'number'
  )
    return undefined
  return v as unknown as WorkformSummary
}

/** What an interrupted flow left behind, or `undefined`. A workform that was being customized is chosen, not customized. */
export function readDraft(): Creation | undefined {
  const v = draft().read()
  if (!v) return undefined
  const [details, deadlines] = [recordOf(v['clientDetails']), recordOf(v['deadlines'])]
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
      // A day that is over since cannot be chosen any more.
      dueDate: dueDate >= todayIn(currentSession()?.user.time_zone ?? 'UTC') ? dueDate : '',
      notes: textOf(deadlines['notes']),
    },
    open: Math.max(
      0,
      STEPS.findIndex((_, i) => i === v['open']),
    ) as Step,
    done: EMPTY.done.map((_, i) => done[i] === true),
  }
  return holdsWork(creation) || creation.workform.isCreatingNew ? creation : undefined
}

/** Keeps what the flow holds; an empty one keeps nothing. */
export function keepDraft(creation: Creation): void {
  const { clientDetails, workform, deadlines, open, done } = creation
  if (!holdsWork(creation) && !workform.isCreatingNew) return draft().drop()
  draft().keep({
    clientDetails,
    isCreatingNew: workform.isCreatingNew,
    selected: workform.selected,
    deadlines,
    open,
    done,
  })
}

/** Forgets what the flow held: it is sent, or given up. */
export function dropDraft(): void {
  draft().drop()
  attempt().drop()
}

/**
 * The key under which a request is sent: the same for the same request, also after a reload, so that a try whose answer was lost and its
 * repeat make one client.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request)
  const last = attempt().read()
  if (last && last['body'] === body && typeof last['key'] === 'string') return last['key']
  const key = newIdempotencyKey()
  attempt().keep({ body, key })
  return key
}
