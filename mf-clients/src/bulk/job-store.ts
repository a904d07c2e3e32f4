import type { Job } from './job.ts'

/** In the tab, so that no other tab continues the same job. Removed when the user signs out. */
const KEY = 'portal.clients.job'

/** Returns the job that a reload has interrupted, if any. */
export function storedJob(userId: string): Job | undefined {
  try {
    const { user, job } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { user?: string; job?: Job }
    return user === userId ? job : undefined
  } catch {
    return undefined
  }
}

/** Stores the state of a job, or that there is none. */
export function storeJob(userId: string, job: Job | undefined): void {
  try {
    if (job) sessionStorage.setItem(KEY, JSON.stringify({ user: userId, job }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is full or blocked: the job does not survive a reload.
  }
}
