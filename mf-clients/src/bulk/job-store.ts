import { tabStore } from '@portal/sdk'
import type { Job } from './job.ts'

/** In the tab, so that no other tab continues the same job. Removed when the user signs out. */
const KEY = 'portal.clients.job'

/** Returns the job that a reload has interrupted, if any. */
export function storedJob(userId: string): Job | undefined {
  const stored = tabStore.getJson(KEY) as { user?: string; job?: Job } | undefined
  return stored?.user === userId ? stored.job : undefined
}

/** Stores the state of a job, or that there is none. */
export function storeJob(userId: string, job: Job | undefined): void {
  if (job) tabStore.set(KEY, JSON.stringify({ user: userId, job }))
  else tabStore.remove(KEY)
}
