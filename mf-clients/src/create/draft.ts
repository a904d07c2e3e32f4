import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { currentSession, newIdempotencyKey } from '@portal/sdk'
import { type Creation, EMPTY, holdsWork, STEPS, type Step } from './state.ts'

/**
 * The flow's content, as it waits in the tab for a reload or a crash to be over. The tab's own storage: what one knows of a client who
 * does not exist yet should not outlive it.
 */

const FORMAT = 1
const keyOf = (what: 'draft' | 'attempt'): string => `portal.client-${what}.${currentSession()?.user.id ?? 'anonymous'}`

type Loose = Record<string, unknown>
const isRecord = (v: unknown): v is Loose => typeof v === 'object' && v !== null && !Array.isArray(v)
const recordOf = (v: unknown): Loose => (isRecord(v) ? v : {})
const textOf = (v: unknown): string => (typeof v === 'string' ? v : '')

function read(what: 'draft' | 'attempt'): Loose | undefined {
  try {
    const v: unknown = JSON.parse(sessionStorage.getItem(keyOf(what)) ?? 'null')
    return isRecord(v) && v['format'] === FORMAT ? v : undefined
  } catch {
    return undefined
  }
}

function write(what: 'draft' | 'attempt', value: Loose): void {
  try {
    sessionStorage.setItem(keyOf(what), JSON.stringify({ format: FORMAT, ...value }))
  } catch {
    // Storage is full or forbidden: the work lives in the open page alone.
  }
}

function summaryOf(v: unknown): WorkformSummary | undefined {
  if (!isRecord(v) || typeof v['id'] !== 'string' || typeof v['name'] !== 'string' || typeof v['field_count'] !== 'number') return undefined
  return v as unknown as WorkformSummary
}

/** What an interrupted flow left behind in this tab, or `undefined`. A workform that was being customized is chosen, not customized. */
export function readDraft(): Creation | undefined {
  const v = read('draft')
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
  if (!holdsWork(creation) && !workform.isCreatingNew) return drop('draft')
  write('draft', { clientDetails, isCreatingNew: workform.isCreatingNew, selected: workform.selected, deadlines, open, done })
}

function drop(what: 'draft' | 'attempt'): void {
  try {
    sessionStorage.removeItem(keyOf(what))
  } catch {
    // Storage is forbidden: nothing is kept there.
  }
}

/** Forgets what the flow held: it is sent, or given up. */
export function dropDraft(): void {
  drop('draft')
  drop('attempt')
}

/**
 * The key under which a request is sent: the same for the same request, also after a reload, so that a try whose answer was lost and its
 * repeat make one client.
 */
export function attemptKey(request: unknown): string {
  const body = JSON.stringify(request)
  const last = read('attempt')
  if (last && last['body'] === body && typeof last['key'] === 'string') return last['key']
  const key = newIdempotencyKey()
  write('attempt', { body, key })
  return key
}
