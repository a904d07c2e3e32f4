import type { ClientsChange } from '@portal/contract/client-changes'
import { MAX_CHANGED_CLIENTS, MAX_REMINDED_CLIENTS } from '@portal/contract/limits'
import type { ClientStatus } from '@portal/contract/statuses'
import { type Retrying, withRetries } from '../queries/with-retries.ts'
import type { Selected } from './use-selection.ts'

/** What can be done with several clients. */
export type JobChange = ClientsChange | { kind: 'remind' }

/** A change, and the clients that get it. */
export interface JobPart {
  change: JobChange
  clients: readonly Selected[]
}

/** What became of a client. */
export interface JobResult {
  client_id: string
  ok: boolean
  reason: string | null
  /** Whether the client differs now. Absent for reminders. */
  changed?: boolean
  /** The status before the change. */
  status?: ClientStatus | null
}

/** A change of any number of clients, made in several requests. */
export interface Job {
  /** The requests' idempotency keys start with it. */
  id: string
  parts: readonly JobPart[]
  /** Results so far, in the order of the clients: an interrupted job continues after them. */
  results: readonly JobResult[]
  /** Whether it undoes another job. */
  isUndo: boolean
}

/** Splits a job into requests. They are always the same for the same job. */
function requestsOf({ parts }: Job): JobPart[] {
  return parts.flatMap(({ change, clients }) => {
    const size = change.kind === 'remind' ? MAX_REMINDED_CLIENTS : MAX_CHANGED_CLIENTS
    return Array.from({ length: Math.ceil(clients.length / size) }, (_, i) => ({
      change,
      clients: clients.slice(i * size, (i + 1) * size),
    }))
  })
}

/** Returns the clients of a job, in the order of its parts. */
export const clientsOf = ({ parts }: Job): Selected[] => parts.flatMap((part) => part.clients)

/** Returns whether a job has a result for each client. */
export const isFinished = (job: Job): boolean => job.results.length >= clientsOf(job).length

/** Returns whether a job moves clients to another list. */
export const isMove = ({ parts: [part] }: Job): boolean =>
  part?.change.kind === 'archive' || part?.change.kind === 'restore'

/** Returns the clients whom a job has archived or restored so far. */
export const movedBy = (job: Job): string[] =>
  isMove(job) ? job.results.flatMap(({ ok, client_id }) => (ok ? [client_id] : [])) : []

export interface JobRun extends Retrying {
  /** Sends a request with its idempotency key. */
  post: (part: JobPart, key: string) => Promise<readonly JobResult[]>
  onProgress: (job: Job) => void
}

/**
 * Sends the requests of a job that are left, one after another, until the user stops it.
 * @throws the error of a request that failed permanently; earlier requests stay
 */
export async function runJob(job: Job, run: JobRun): Promise<Job> {
  let now = job
  let sent = 0
  for (const [index, part] of requestsOf(job).entries()) {
    sent += part.clients.length
    if (sent <= now.results.length) continue
    if (run.signal.aborted) return now
    const results = await withRetries(() => run.post(part, `${job.id}-${index}`), run)
    now = { ...now, results: [...now.results, ...results] }
    run.onProgress(now)
  }
  return now
}

/** Returns the parts of a job that undoes what another has changed, or none if there is nothing to undo. */
export function undoParts(job: Job): JobPart[] {
  const changed = new Map(job.results.flatMap((r): [string, JobResult][] => (r.changed ? [[r.client_id, r]] : [])))
  return job.parts.flatMap(({ change, clients }) => {
    const affected = clients.filter(({ id }) => changed.has(id))
    if (affected.length === 0 || change.kind === 'remind') return []
    if (change.kind === 'archive' || change.kind === 'restore')
      return [{ change: { kind: change.kind === 'archive' ? 'restore' : 'archive' }, clients: affected }]
    if (change.kind !== 'status')
      return [{ change: { kind: change.kind === 'tag' ? 'untag' : 'tag', tag: change.tag }, clients: affected }]
    const byStatus = Map.groupBy(affected, ({ id }) => changed.get(id)?.status ?? change.status)
    return [...byStatus].map(([status, same]): JobPart => ({ change: { kind: 'status', status }, clients: same }))
  })
}
