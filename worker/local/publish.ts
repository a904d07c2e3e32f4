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
import { StartError } from './sqld.ts'

/** Where a remote is published, and the token that allows it. */
export interface Portal {
  url: string
  token: string
}

/** A build as `pnpm build` leaves it in `dist/remote.json`. */
const Build = PublishRemote.extend({ name: RemoteName })

const AT_ONCE = 4
/** How often a portal that is busy is asked again. */
const TRIES = 4

/** Calls the publishing API. Throws the portal's own words where it refuses. */
async function call<T extends z.ZodType>(
  { url, token }: Portal,
  method: string,
  path: string,
  answer: T,
  body?: string | Buffer<ArrayBuffer>,
  tries = TRIES,
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
  // Every step of publishing may be repeated.
  if ((response.status === 503 || response.status === 429) && tries > 1) {
    await setTimeout((problem.data?.retry_after ?? 1) * 1000)
    return call({ url, token }, method, path, answer, body, tries - 1)
  }
  throw new StartError(
    problem.success ? `${problem.data.title}: ${problem.data.detail}` : `${url} answered ${response.status}.`,
  )
}

/** Runs the tasks, a few at a time. */
async function eachOf<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Sends the build in `<dir>/dist`, as far as the portal lacks it. Throws StartError when there is no build, or the portal refuses it. */
async function send(portal: Portal, dir: string): Promise<{ name: string; version: string; sent: number }> {
  const dist = join(dir, 'dist')
  let build: z.infer<typeof Build>
  try {
    build = Build.parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')))
  } catch {
    throw new StartError(`There is no build in ${dist}. Run pnpm build first.`)
  }
  const { name, ...announced } = build
  const { missing } = await call(portal, 'POST', `${name}/versions`, MissingFiles, JSON.stringify(announced))
  await eachOf(missing, async (path) => {
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
 * Publishes the build in `<dir>/dist` and makes it live. Only files that the portal lacks are sent; an interrupted publishing goes
 * on where it stopped; nobody sees the version before it is whole.
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function publishRemote({
  dir,
  ...portal
}: Portal & { dir: string }): Promise<LiveVersion & { sent: number }> {
  const { name, version, sent } = await send(portal, dir)
  const live = await call(portal, 'POST', `${name}/versions/${version}/live`, LiveVersion)
  return { ...live, sent }
}

/** Sends the build in `<dir>/dist` without making it live. @returns a link that shows it. Throws StartError like `publishRemote`. */
export async function previewRemote({
  dir,
  hours,
  ...portal
}: Portal & { dir: string; hours?: number | undefined }): Promise<PreviewLink & { version: string; sent: number }> {
  const { name, version, sent } = await send(portal, dir)
  const link = await call(portal, 'POST', `${name}/versions/${version}/preview`, PreviewLink, JSON.stringify({ hours }))
  return { ...link, version, sent }
}

/** The versions of a remote that the portal has, newest first. Throws StartError when it refuses. */
export const listRemote = (portal: Portal, name: string): Promise<z.infer<typeof RemoteVersions>> =>
  call(portal, 'GET', `${name}/versions`, RemoteVersions)

/** Switches a remote back to the version that was live before. Throws StartError when the portal refuses. */
export const rollBackRemote = (portal: Portal, name: string): Promise<LiveVersion> =>
  call(portal, 'POST', `${name}/rollback`, LiveVersion)

/** Removes old versions, or with `dry` tells which would go. Throws StartError when the portal refuses. */
export const pruneRemote = (
  portal: Portal,
  name: string,
  how: { days?: number | undefined; dry: boolean },
): Promise<PrunedRemote> => call(portal, 'POST', `${name}/prune`, PrunedRemote, JSON.stringify(how))

/** Takes a remote out of the registry. Throws StartError when the portal refuses. */
export const removeRemote = (portal: Portal, name: string): Promise<RemovedRemote> =>
  call(portal, 'DELETE', `${name}/live`, RemovedRemote)
