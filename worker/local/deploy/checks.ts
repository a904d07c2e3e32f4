import { createHash } from 'node:crypto'
import { z } from 'zod'
import { StartError } from '../sqld.ts'
import { complaints, type Target } from './config.ts'
import { type Migration, type Pending, pendingMigrations } from './migrations.ts'
import { lastLines, run } from './run.ts'

/** What is looked at before anything changes. */

const Secrets = z.array(z.object({ name: z.string() }))

/** Arguments that name the configuration and the environment. */
export const at = ({ file, env }: Target): string[] => ['--config', file, '--env', env ?? '']

/** What the release is called: the commit, and what differs from it where that is allowed. */
async function releaseName(allowDirty: boolean): Promise<string> {
  const head = await run('git', ['rev-parse', '--short=12', 'HEAD'])
  if (head.code !== 0)
    throw new StartError(`This is no git tree: a release is named after its commit. ${lastLines(head.said, 1)}`)
  const status = await run('git', ['status', '--porcelain'])
  if (status.stdout.trim() === '') return head.stdout.trim()
  if (!allowDirty) {
    throw new StartError(
      `The tree has changes that are in no commit; commit them, or say --allow-dirty.\n${lastLines(status.stdout, 5)}`,
    )
  }
  const diff = await run('git', ['diff', 'HEAD'])
  const mark = createHash('sha256').update(status.stdout).update(diff.stdout).digest('hex').slice(0, 8)
  return `${head.stdout.trim()}-dirty-${mark}`
}

/** Wrangler may not ask Cloudflare for anything. */
class NotSignedIn extends StartError {}

/** Names of the secrets that the platform holds for the worker. */
async function secretNames(target: Target): Promise<string[]> {
  const { code, stdout, said } = await run('wrangler', ['secret', 'list', '--format', 'json', ...at(target)])
  if (code !== 0 && said.includes('CLOUDFLARE_API_TOKEN'))
    throw new NotSignedIn(
      'Secrets and buckets cannot be checked: set CLOUDFLARE_API_TOKEN, or sign in with pnpm wrangler login.',
    )
  if (code !== 0) throw new StartError(`The secrets cannot be listed:\n${lastLines(said)}`)
  try {
    return Secrets.parse(JSON.parse(stdout)).map((s) => s.name)
  } catch {
    throw new StartError(`The list of secrets cannot be read:\n${lastLines(said)}`)
  }
}

/** Whether a bucket is there; what wrangler said where it is not. */
async function bucketComplaint(target: Target, bucket: string): Promise<string[]> {
  const { code, said } = await run('wrangler', ['r2', 'bucket', 'info', bucket, '--json', ...at(target)])
  return code === 0
    ? []
    : [`The bucket ${bucket} cannot be reached: ${lastLines(said, 1)} (pnpm wrangler r2 bucket create ${bucket})`]
}

/** What the checks found out. */
export interface Checked {
  release: string
  pending: Pending
  /** The version of the worker that is deployed now; undefined before the first deployment. */
  previous: string | undefined
}

const Deployment = z.object({ versions: z.array(z.object({ version_id: z.string() })).min(1) })

/** The version of the worker that gets the traffic now. */
async function deployedVersion(target: Target): Promise<string | undefined> {
  const { code, stdout } = await run('wrangler', ['deployments', 'status', '--json', ...at(target)])
  if (code !== 0) return undefined
  try {
    return Deployment.parse(JSON.parse(stdout)).versions[0]?.version_id
  } catch {
    return undefined
  }
}

/** What a deployment is about. */
export interface Subject {
  target: Target
  database: { url: string; authToken?: string }
  tree: readonly Migration[]
  allowDirty: boolean
}

/** What Cloudflare lacks. */
async function platformComplaints(target: Target): Promise<string[]> {
  const secrets = await secretNames(target).catch((error: unknown) => {
    if (error instanceof StartError) return error
    throw error
  })
  const buckets = secrets instanceof NotSignedIn ? [] : target.buckets.map((bucket) => bucketComplaint(target, bucket))
  const missing =
    secrets instanceof StartError ? [secrets.message, ...complaints(target, undefined)] : complaints(target, secrets)
  return [...missing, ...(await Promise.all(buckets)).flat()]
}

/** What the database lacks of this tree's migrations; throws what `pendingMigrations` throws. */
async function pendingOf({ database, tree }: Subject): Promise<Pending> {
  // A missing address is named with the other settings.
  if (!database.url) return { before: [], after: [] }
  try {
    return await pendingMigrations(database, tree)
  } catch (error) {
    const hint = database.authToken ? '' : ' (LIBSQL_TOKEN is not set here.)'
    throw new StartError(`${(error as Error).message}${hint}`)
  }
}

/**
 * Checks everything that a deployment needs, and changes nothing.
 * @throws StartError with all that is wrong at once
 */
export async function checkAll(subject: Subject): Promise<Checked> {
  const { target, allowDirty } = subject
  const wrong: string[] = []
  const note = (error: unknown): undefined => {
    if (!(error instanceof StartError)) throw error
    wrong.push(error.message)
  }
  const release = await releaseName(allowDirty).catch(note)
  wrong.push(...(await platformComplaints(target)))
  const pending = await pendingOf(subject).catch(note)
  if (wrong.length > 0 || release === undefined || pending === undefined) throw new StartError(wrong.join('\n'))
  return { release, pending, previous: await deployedVersion(target) }
}
