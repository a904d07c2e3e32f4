import type { AssignResult } from '@portal/contract/assignments'
import type { Client } from '@portal/contract/clients'

/** A selected client. */
export interface Chosen {
  client: Pick<Client, 'id' | 'name' | 'email'>
  /** yyyy-mm-dd, or '' if not set. */
  dueDate: string
  /** Why the last attempt failed for this client. */
  problem?: string | undefined
}

/**
 * Returns the selection with these clients added, with the common date if there is one, or removed.
 */
export function toggleClients(
  chosen: readonly Chosen[],
  clients: readonly Chosen['client'][],
  on: boolean,
  dueDate: string,
): Chosen[] {
  const ids = new Set(clients.map((c) => c.id))
  if (!on) return chosen.filter((c) => !ids.has(c.client.id))
  const known = new Set(chosen.map((c) => c.client.id))
  return [...chosen, ...clients.filter((c) => !known.has(c.id)).map((client) => ({ client, dueDate }))]
}

/** Returns why the assignment cannot be made yet, or undefined. */
export function selectionProblem(workformId: string | undefined, chosen: readonly Chosen[]): string | undefined {
  if (!workformId) return 'Please select a workform'
  if (chosen.length === 0) return 'Please select at least one client'
  return chosen.every((c) => c.dueDate) ? undefined : 'Please set deadlines for all selected clients'
}

/**
 * Returns the clients that are not assigned yet: those without a result, and those that failed,
 * with the reason.
 */
export function remaining(chosen: readonly Chosen[], results: AssignResult['results']): Chosen[] {
  const byId = new Map(results.map((r) => [r.client_id, r]))
  return chosen.flatMap((c) => {
    const result = byId.get(c.client.id)
    if (!result) return [c]
    return result.ok ? [] : [{ ...c, problem: result.reason ?? 'Please try again later.' }]
  })
}

/** Number of failed clients listed by name. */
const NAMED = 5

/** The outcome as a toast, and the clients for whom the assignment must be retried. */
export interface AssignOutcome {
  kind: 'success' | 'nothing-new' | 'partial' | 'failed'
  title: string
  message?: string
  /** Reason of each failure by client id. */
  failed: Map<string, string>
}

/** Summarizes the results of an assignment to many clients. */
export function summarizeResults({ results }: AssignResult, nameOf: (id: string) => string): AssignOutcome {
  const failures = results.filter((r) => !r.ok)
  const failed = new Map(failures.map((r) => [r.client_id, r.reason ?? 'Please try again later.']))
  const total = results.length
  if (failures.length === 0) {
    const assignedCount = results.filter((r) => r.sections > 0).length
    if (assignedCount === 0)
      return {
        kind: 'nothing-new',
        title: 'Already assigned',
        message: 'Every selected client already has this workform.',
        failed,
      }
    const skipped = total - assignedCount
    const assigned = `Workform assigned to ${assignedCount} client(s)`
    const rest =
      skipped > 0 ? `${skipped} ${skipped === 1 ? 'client already has' : 'clients already have'} it.` : undefined
    if (assignedCount === 1) return { kind: 'success', title: assigned, ...(rest ? { message: rest } : {}), failed }
    return {
      kind: 'success',
      title: 'Workforms assigned successfully',
      message: rest ? `${assigned}. ${rest}` : assigned,
      failed,
    }
  }
  if (failures.length === total) return { kind: 'failed', title: 'All assignments failed.', failed }
  const names = failures.slice(0, NAMED).map((r) => r.client_name ?? nameOf(r.client_id))
  const list = failures.length > NAMED ? `${names.join(', ')} and ${failures.length - NAMED} more` : names.join(', ')
  return {
    kind: 'partial',
    title: 'Partial Success',
    message: `Assigned to ${total - failures.length} of ${total} clients. Some failed: ${list}.`,
    failed,
  }
}
