import { countOf, formatCount } from '@portal/kit/ui/count'
import type { AssignResult } from '@portal/contract/assignments'
import type { Client } from '@portal/contract/clients'
import type { WorkformSummary } from '@portal/contract/workforms'

/** A selected client. */
export interface Chosen {
  client: Pick<Client, 'id' | 'name' | 'email'>
  /** yyyy-mm-dd, or '' if not set. */
  dueDate: string
  /** Why the last attempt failed for this client. */
  problem?: string | undefined
}

/** Returns the selection with these clients added, with the common date if there is one, or removed. */
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
export function selectionProblem(workform: WorkformSummary | null, chosen: readonly Chosen[]): string | undefined {
  if (!workform) return 'Please select a workform'
  if (chosen.length === 0) return 'Please select at least one client'
  return chosen.every((c) => c.dueDate) ? undefined : 'Please set deadlines for all selected clients'
}

/** Returns the clients that are not assigned yet: those without a result, and those that failed, with the reason. */
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

/** The outcome of an assignment to many clients, as a toast. */
export interface AssignOutcome {
  kind: 'success' | 'nothing-new' | 'failed'
  title: string
  message?: string
}

/** Summarizes the results of an assignment to many clients. */
export function summarizeResults({ results }: AssignResult, nameOf: (id: string) => string): AssignOutcome {
  const failures = results.filter((r) => !r.ok)
  const total = results.length
  if (failures.length > 0) {
    if (failures.length === total) return { kind: 'failed', title: 'All assignments failed.' }
    const done = formatCount(total - failures.length)
    const names = failures.slice(0, NAMED).map((r) => r.client_name ?? nameOf(r.client_id))
    const more = failures.length > NAMED ? ` and ${formatCount(failures.length - NAMED)} more` : ''
    return {
      kind: 'failed',
      title: 'Partial Success',
      message: `Assigned to ${done} of ${formatCount(total)} clients. Some failed: ${names.join(', ')}${more}.`,
    }
  }
  const count = results.filter((r) => r.sections > 0).length
  if (count === 0)
    return {
      kind: 'nothing-new',
      title: 'Already assigned',
      message: 'Every selected client already has this workform.',
    }
  const skipped = total - count
  const assigned = `Workform assigned to ${formatCount(count)} client(s)`
  const rest = skipped > 0 ? `${countOf(skipped, 'client already has', 'clients already have')} it.` : ''
  if (count === 1) return { kind: 'success', title: assigned, ...(rest ? { message: rest } : {}) }
  return {
    kind: 'success',
    title: 'Workforms assigned successfully',
    message: rest ? `${assigned}. ${rest}` : assigned,
  }
}
