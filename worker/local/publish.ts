import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  LiveVersion,
  MissingFiles,
  PreviewLink,
  PrunedRemote,
  PublishRemote,
  RemoteName,
  RemoteVersions,
  RemovedRemote,
} from '@portal/contract/remotes'
import { Problem } from '@portal/contract/errors'
import * as z from 'zod'
import { unlimitedRule } from './remotes/scope-styles.ts'
import { StartError } from './sqld.ts'

/** A portal to publish to, and the publishing token of a remote. */
export interface Portal {
  url: string
  token: string
}

/** The build description that `pnpm build` writes to `dist/remote.json`. */
const Build = PublishRemote.extend({ name: RemoteName })

const CONCURRENT_UPLOADS = 4
/** Attempts when the portal is busy. */
const ATTEMPTS = 4

/** Calls the publishing API. Throws StartError with the portal's error message. */
async function call<T extends z.ZodType>(
  { url, token }: Portal,
  method: string,
  path: string,
  answer: T,
  body?: string | Buffer<ArrayBuffer>,
  attempts = ATTEMPTS,
): Promise<z.output<T>> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
  }
  const init = { method, headers, signal: AbortSignal.timeout(60_000), ...(body === undefined ? {} : { body }) }
  const response = await fetch(new URL(`/api/remotes/${path}`, url), init).catch((error: Error) => {
    throw new StartError(
      `${url} does not answer: ${error.cause instanceof Error ? error.cause.message : error.message}`,
    )
  })
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer.parse(json)
  const problem = Problem.safeParse(json)
  // All calls are idempotent.
  if ((response.status === 503 || response.status === 429) && attempts > 1) {
    await setTimeout((problem.data?.retry_after ?? 1) * 1000)
    return call({ url, token }, method, path, answer, body, attempts - 1)
  }
  throw new StartError(
    problem.success ? `${problem.data.title}: ${problem.data.detail}` : `${url} answered ${response.status}.`,
  )
}

/** Runs a task for each item, a few at a time. */
async function forEachConcurrently<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, work))
}

/** Uploads the files of `<dir>/dist` that the portal lacks. Throws StartError if there is no build or it is refused. */
async function upload(portal: Portal, dir: string): Promise<{ name: string; version: string; sent: number }> {
  const dist = join(dir, 'dist')
  let build: z.infer<typeof Build>
  try {
    build = Build.parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')))
  } catch {
    throw new StartError(`There is no build in ${dist}. Run pnpm build first.`)
  }
  const { name, ...announced } = build
  for (const { path } of announced.files.filter((file) => file.path.endsWith('.css'))) {
    const rule = unlimitedRule(readFileSync(join(dist, path), 'utf8'), path, name)
    if (rule) throw new StartError(`The rule ${rule} in ${path} affects more than the remote.`)
  }
  const { missing } = await call(portal, 'POST', `${name}/versions`, MissingFiles, JSON.stringify(announced))
  await forEachConcurrently(missing, async (path) => {
    await call(
      portal,
      'PUT',
      `${name}/versions/${build.version}/files/${path}`,
      z.unknown(),
      readFileSync(join(dist, path)),
    )
  })
  return { name, version: build.version, sent: missing.length }
}

/**
 * Publishes the build in `<dir>/dist` and makes it live once all files are uploaded. Skips files that the portal has,
 * so an interrupted upload resumes where it stopped.
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function publishRemote({
  dir,
  ...portal
}: Portal & { dir: string }): Promise<LiveVersion & { sent: number }> {
  const { name, version, sent } = await upload(portal, dir)
  const live = await call(portal, 'POST', `${name}/versions/${version}/live`, LiveVersion)
  return { ...live, sent }
}

/**
 * Uploads the build in `<dir>/dist` without making it live.
 * @returns a preview link
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function previewRemote({
  dir,
  hours,
  ...portal
}: Portal & { dir: string; hours?: number | undefined }): Promise<PreviewLink & { version: string; sent: number }> {
  const { name, version, sent } = await upload(portal, dir)
  const link = await call(portal, 'POST', `${name}/versions/${version}/preview`, PreviewLink, JSON.stringify({ hours }))
  return { ...link, version, sent }
}

/** Returns the versions of a remote, newest first. Throws StartError when the portal refuses. */
export const listRemote = (portal: Portal, name: string): Promise<z.infer<typeof RemoteVersions>> =>
  call(portal, 'GET', `${name}/versions`, RemoteVersions)

/** Makes the previous live version of a remote live again. Throws StartError when the portal refuses. */
export const rollBackRemote = (portal: Portal, name: string): Promise<LiveVersion> =>
  call(portal, 'POST', `${name}/rollback`, LiveVersion)

/** Removes old versions, or only lists them with `dry`. Throws StartError when the portal refuses. */
export const pruneRemote = (
  portal: Portal,
  name: string,
  how: { days?: number | undefined; dry: boolean },
): Promise<PrunedRemote> => call(portal, 'POST', `${name}/prune`, PrunedRemote, JSON.stringify(how))

/** Removes a remote from the registry. Throws StartError when the portal refuses. */
export const removeRemote = (portal: Portal, name: string): Promise<RemovedRemote> =>
  call(portal, 'DELETE', `${name}/live`, RemovedRemote)
