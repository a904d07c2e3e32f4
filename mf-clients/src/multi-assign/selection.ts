import type { AssignResult } from '@portal/contract/assignments'
import type { Client } from '@portal/contract/clients'

/** A client who is to get the workform. */
export interface Chosen {
  client: Pick<Client, 'id' | 'name' | 'email'>
  /** yyyy-mm-dd, or '' for none yet. */
  dueDate: string
  /** Why the last try failed for this client. */
  problem?: string | undefined
}

/** The selection with these clients added (each with the date that holds for all, if any) or taken away. */
export function toggled(
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

/** Why the assignment cannot be made yet (specification, section 5), or `undefined`. */
export function selectionProblem(workformId: string | undefined, chosen: readonly Chosen[]): string | undefined {
  if (!workformId) return 'Please select a workform'
  if (chosen.length === 0) return 'Please select at least one client'
  return chosen.every((c) => c.dueDate) ? undefined : 'Please set deadlines for all selected clients'
}

/** What is left of a selection after an answer: those not named in it, and those who failed, each with the reason. */
export function remaining(chosen: readonly Chosen[], results: AssignResult['results']): Chosen[] {
  const byId = new Map(results.map((r) => [r.client_id, r]))
  return chosen.flatMap((c) => {
    const result = byId.get(c.client.id)
    if (!result) return [c]
    return result.ok ? [] : [{ ...c, problem: result.reason ?? 'Please try again later.' }]
  })
}

const NAMED = 5

/** What the answer amounts to: a toast, and the clients for whom it must be tried again. */
export interface Verdict {
  kind: 'success' | 'nothing-new' | 'partial' | 'failed'
  title: string
  message?: string
  /** Id of each client for whom it failed, and why. */
  failed: Map<string, string>
}

/** Reads the answer of an assignment to many. */
export function verdictOf({ results }: AssignResult, nameOf: (id: string) => string): Verdict {
  const bad = results.filter((r) => !r.ok)
  const failed = new Map(bad.map((r) => [r.client_id, r.reason ?? 'Please try again later.']))
  const total = results.length
  if (bad.length === 0) {
    const got = results.filter((r) => r.sections > 0).length
    if (got === 0)
      return {
        kind: 'nothing-new',
        title: 'Already assigned',
        message: 'Every selected client has this workform already.',
        failed,
      }
    const skipped = total - got
    const assigned = `Workform assigned to ${got} client(s)`
    const rest = skipped > 0 ? `${skipped} ${skipped === 1 ? 'client has' : 'clients have'} it already.` : undefined
    if (got === 1) return { kind: 'success', title: assigned, ...(rest ? { message: rest } : {}), failed }
    return {
      kind: 'success',
      title: 'Workforms assigned successfully',
      message: rest ? `${assigned}. ${rest}` : assigned,
      failed,
    }
  }
  if (bad.length === total) return { kind: 'failed', title: 'All assignments failed.', failed }
  const names = bad.slice(0, NAMED).map((r) => r.client_name ?? nameOf(r.client_id))
  const list = bad.length > NAMED ? `${names.join(', ')} and ${bad.length - NAMED} more` : names.join(', ')
  return {
    kind: 'partial',
    title: 'Partial Success',
    message: `Assigned to ${total - bad.length} of ${total} clients. Some failed: ${list}.`,
    failed,
  }
}
