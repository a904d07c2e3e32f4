import { badResponse } from './lib/requests.ts'

/** Old helper: use badResponse. */
export const badProblem = (status: number, type: string | null, text: string): string | undefined =>
  badResponse({ status, headers: new Headers(type === null ? {} : { 'content-type': type }) }, text)
