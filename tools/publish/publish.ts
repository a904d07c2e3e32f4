import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CanaryShare, StartCanary } from '@portal/contract/canaries'
import { type GoLive, LiveVersion, MissingFiles, PreviewLink } from '@portal/contract/publishing'
import * as z from 'zod'
import { StartError } from '../command/start-error.ts'
import { buildOrigin } from './build/build-origin.ts'
import { readBuild } from './build/built-remote.ts'
import { unlimitedRule } from './build/scope-styles.ts'
import { startCanary } from './canary-api.ts'
import { callPortal, type Portal } from './portal-api.ts'

const CONCURRENT_UPLOADS = 4
/** Runs a task for each item, a few at a time. */
async function forEachConcurrently<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, work))
}

/** A build to upload, and where to. */
interface Upload extends Portal {
  dir: string
  /** A folder in the repository that the build was made from (default: `dir`). */
  sources?: string
}

/** Uploads the files of `<dir>/dist` that the portal lacks. Throws StartError if there is no build or it is refused. */
async function upload({
  dir,
  sources = dir,
  ...portal
}: Upload): Promise<{ name: string; version: string; sent: number }> {
  const dist = join(dir, 'dist')
  const { name, ...announced } = readBuild(dir)
  const { version } = announced
  for (const { path } of announced.files.filter((file) => file.path.endsWith('.css'))) {
    const rule = unlimitedRule(readFileSync(join(dist, path), 'utf8'), path, name)
    if (rule) throw new StartError(`The rule ${rule} in ${path} affects more than the remote.`)
  }
  const announcement = JSON.stringify({ ...announced, ...(await buildOrigin(sources)) })
  const { missing } = await callPortal(portal, 'POST', `${name}/versions`, MissingFiles, announcement)
  await forEachConcurrently(missing, async (path) => {
    await callPortal(
      portal,
      'PUT',
      `${name}/versions/${version}/files/${path}`,
      z.unknown(),
      readFileSync(join(dist, path)),
    )
  })
  return { name, version, sent: missing.length }
}

/**
 * Publishes the build in `<dir>/dist` and makes it live once all files are uploaded. Skips files that the portal has,
 * so an interrupted upload resumes where it stopped.
 * @param how see `GoLive`
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function publishRemote(
  build: Upload,
  how: z.input<typeof GoLive> = {},
): Promise<LiveVersion & { version: string; sent: number }> {
  const { name, version, sent } = await upload(build)
  const live = await callPortal(build, 'POST', `${name}/versions/${version}/live`, LiveVersion, JSON.stringify(how))
  return { ...live, version, sent }
}

/**
 * Uploads the build in `<dir>/dist` without making it live.
 * @returns a preview link
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function previewRemote({
  hours,
  ...build
}: Upload & { hours?: number | undefined }): Promise<PreviewLink & { version: string; sent: number }> {
  const { name, version, sent } = await upload(build)
  const path = `${name}/versions/${version}/preview`
  const link = await callPortal(build, 'POST', path, PreviewLink, JSON.stringify({ hours }))
  return { ...link, version, sent }
}

/**
 * Uploads the build in `<dir>/dist` and gives it to some people.
 * @throws StartError when there is no build, or the portal refuses it
 */
export async function publishGradually(
  build: Upload,
  how: Omit<z.input<typeof StartCanary>, 'version'>,
): Promise<CanaryShare & { sent: number }> {
  const { name, version, sent } = await upload(build)
  return { ...(await startCanary(build, name, { ...how, version })), sent }
}
