import { createHash } from 'node:crypto'
import { z } from 'zod'
import { StartError } from '../command/start-error.ts'
import { configProblems, type Target } from './config.ts'
import { type Migration, type Pending, pendingMigrations } from './migrations.ts'
import { lastLines, run } from './run.ts'

/** Checks that run before a deployment changes anything. */

const Secrets = z.array(z.object({ name: z.string() }))

/** Returns Wrangler's arguments for the configuration file and the environment. */
export const configArgs = ({ file, env }: Target): string[] => ['--config', file, '--env', env ?? '']

/** Returns the name of the release: the commit, followed by a hash of uncommitted changes if they are allowed. */
async function releaseName(allowDirty: boolean): Promise<string> {
  const head = await run('git', ['rev-parse', '--short=12', 'HEAD'])
  if (head.code !== 0)
    throw new StartError(
      `This is not a Git repository, but a release is named after its commit. ${lastLines(head.output, 1)}`,
    )
  const status = await run('git', ['status', '--porcelain'])
  if (status.stdout.trim() === '') return head.stdout.trim()
  if (!allowDirty) {
    throw new StartError(
      `There are uncommitted changes. Commit them, or pass --allow-dirty.\n${lastLines(status.stdout, 5)}`,
    )
  }
  const diff = await run('git', ['diff', 'HEAD'])
  const changes = createHash('sha256').update(status.stdout).update(diff.stdout).digest('hex').slice(0, 8)
  return `${head.stdout.trim()}-dirty-${changes}`
}

/** Thrown when Wrangler is not signed in to Cloudflare. */
class NotSignedIn extends StartError {}

/** Returns the names of the worker's secrets on the platform. */
async function secretNames(target: Target): Promise<string[]> {
  const { code, stdout, output } = await run('wrangler', ['secret', 'list', '--format', 'json', ...configArgs(target)])
  if (code !== 0 && output.includes('CLOUDFLARE_API_TOKEN'))
    throw new NotSignedIn(
      'Secrets and buckets cannot be checked: set CLOUDFLARE_API_TOKEN, or sign in with pnpm wrangler login.',
    )
  if (code !== 0) throw new StartError(`The secrets cannot be listed:\n${lastLines(output)}`)
  try {
    return Secrets.parse(JSON.parse(stdout)).map((s) => s.name)
  } catch {
    throw new StartError(`The list of secrets cannot be read:\n${lastLines(output)}`)
  }
}

/** Returns an error message if a bucket cannot be reached. */
async function bucketProblems(target: Target, bucket: string): Promise<string[]> {
  const { code, output } = await run('wrangler', ['r2', 'bucket', 'info', bucket, '--json', ...configArgs(target)])
  return code === 0
    ? []
    : [`The bucket ${bucket} cannot be reached: ${lastLines(output, 1)} (pnpm wrangler r2 bucket create ${bucket})`]
}

/** The result of the checks. */
export interface Checked {
  release: string
  pending: Pending
  /** The deployed version of the worker; undefined before the first deployment. */
  previous: string | undefined
}

const Deployment = z.object({ versions: z.array(z.object({ version_id: z.string() })).min(1) })

/** Returns the version of the worker that serves traffic. */
async function deployedVersion(target: Target): Promise<string | undefined> {
  const { code, stdout } = await run('wrangler', ['deployments', 'status', '--json', ...configArgs(target)])
  if (code !== 0) return undefined
  try {
    return Deployment.parse(JSON.parse(stdout)).versions[0]?.version_id
  } catch {
    return undefined
  }
}

/** The input of the checks. */
export interface Subject {
  target: Target
  database: { url: string; authToken?: string }
  tree: readonly Migration[]
  allowDirty: boolean
}

/** Returns messages for missing secrets, settings and buckets. */
async function platformProblems(target: Target): Promise<string[]> {
  const secrets = await secretNames(target).catch((error: unknown) => {
    if (error instanceof StartError) return error
    throw error
  })
  const buckets = secrets instanceof NotSignedIn ? [] : target.buckets.map((bucket) => bucketProblems(target, bucket))
  const missing =
    secrets instanceof StartError
      ? [secrets.message, ...configProblems(target, undefined)]
      : configProblems(target, secrets)
  return [...missing, ...(await Promise.all(buckets)).flat()]
}

/** Returns the pending migrations; throws the same errors as `pendingMigrations`. */
async function pendingOf({ database, tree }: Subject): Promise<Pending> {
  // A missing address is reported with the other settings.
  if (!database.url) return { before: [], after: [] }
  try {
    return await pendingMigrations(database, tree)
  } catch (error) {
    const hint = database.authToken ? '' : ' (LIBSQL_TOKEN is not set.)'
    throw new StartError(`${(error as Error).message}${hint}`)
  }
}

/**
 * Checks everything that a deployment needs, without changing anything.
 * @throws StartError with all problems
 */
export async function checkAll(subject: Subject): Promise<Checked> {
  const { target, allowDirty } = subject
  const problems: string[] = []
  const collect = (error: unknown): undefined => {
    if (!(error instanceof StartError)) throw error
    problems.push(error.message)
  }
  const release = await releaseName(allowDirty).catch(collect)
  problems.push(...(await platformProblems(target)))
  const pending = await pendingOf(subject).catch(collect)
  if (problems.length > 0 || release === undefined || pending === undefined) throw new StartError(problems.join('\n'))
  return { release, pending, previous: await deployedVersion(target) }
}
