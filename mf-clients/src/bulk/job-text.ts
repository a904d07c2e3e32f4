import { formatCount } from '@portal/kit/ui/count'
import { clientsOf, type Job, type JobChange } from './job.ts'

function titlesOf(change: JobChange): [running: string, done: string] {
  switch (change.kind) {
    case 'status':
      return [`Setting the status to ${change.status}`, `Status set to ${change.status}`]
    case 'tag':
      return [`Adding the tag "${change.tag}"`, `Tag "${change.tag}" added`]
    case 'untag':
      return [`Removing the tag "${change.tag}"`, `Tag "${change.tag}" removed`]
    case 'archive':
      return ['Archiving', 'Archived']
    case 'restore':
      return ['Restoring', 'Restored']
    case 'remind':
      return ['Sending reminders', 'Reminders sent']
  }
}

/** Returns the title of a job while it runs and when it is done. */
export function jobTitles({ isUndo, parts: [part] }: Job): [running: string, done: string] {
  if (isUndo || !part) return ['Undoing the change', 'Change undone']
  return titlesOf(part.change)
}

/** A client that was not changed, with the reason. */
export interface Failure {
  id: string
  name: string
  reason: string
}

/** Returns the clients that were not changed. */
export function failuresOf(job: Job): Failure[] {
  const names = new Map(clientsOf(job).map(({ id, name }) => [id, name]))
  return job.results.flatMap(({ client_id: id, ok, reason }) =>
    ok ? [] : [{ id, name: names.get(id) ?? 'A client', reason: reason ?? 'Please try again later.' }],
  )
}

/** Returns how many clients are done and how many are not, such as '38 done, 2 not'. */
export function summarizeJob(job: Job): string {
  const failed = failuresOf(job).length
  const unsent = clientsOf(job).length - job.results.length
  const done = `${formatCount(job.results.length - failed)} done`
  return failed + unsent > 0 ? `${done}, ${formatCount(failed + unsent)} not` : done
}
