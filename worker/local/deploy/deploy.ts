import { join } from 'node:path'
import { REMOTES, buildAll } from '../build.ts'
import { WORKER_BUNDLE } from '../bundle-worker.ts'
import { applyMigrations, MIGRATIONS } from '../migrate.ts'
import { StartError } from '../sqld.ts'
import { at, checkAll, type Checked } from './checks.ts'
import { readTarget, type Target } from './config.ts'
import { type Migration, treeMigrations } from './migrations.ts'
import { liveVersions, publishChange, type RemoteChange, type RemoteFolder, remoteChanges } from './remotes.ts'
import { lastLines, ROOT, run } from './run.ts'
import { awaitRelease, runningRelease } from './verify.ts'

export interface DeployOptions {
  /** wrangler.toml. */
  file: string
  /** An environment of it; production where it is absent. */
  env?: string | undefined
  dryRun: boolean
  allowDirty: boolean
  /** Where the portal is reached, where that is not (yet) its ORIGIN. */
  address?: string | undefined
  /** The token of the database. */
  databaseToken?: string | undefined
  /** Remotes to publish when they differ. */
  remotes?: readonly RemoteFolder[]
  migrations?: string
  bundle?: string
  build?: () => Promise<unknown>
  patienceMs?: number
  say: (line: string) => void
}

interface Plan extends Checked {
  target: Target
  url: string
  database: { url: string; authToken?: string }
  bundle: string
  migrations: string
  changes: RemoteChange[]
  /** Whether the portal runs this very release already. */
  running: boolean
}

const named = (migrations: readonly Migration[]): string => migrations.map((m) => m.tag).join(', ') || 'none'

/** Everything up to here changes nothing outside this machine. */
async function prepare(options: DeployOptions): Promise<Plan> {
  const { say, bundle = WORKER_BUNDLE, migrations = MIGRATIONS } = options
  const target = readTarget(options.file, options.env)
  const url = options.address ?? target.vars['ORIGIN'] ?? ''
  const databaseUrl = target.vars['LIBSQL_URL'] ?? ''
  const database = {
    url: databaseUrl.replace(/^libsql:/, 'https:'),
    ...(options.databaseToken ? { authToken: options.databaseToken } : {}),
  }
  say('Checking configuration, secrets, buckets, database, migrations …')
  const checked = await checkAll({ target, database, tree: treeMigrations(migrations), allowDirty: options.allowDirty })
  say('Building …')
  await (options.build ?? buildAll)()
  const bundles = await run('wrangler', ['deploy', bundle, '--no-bundle', '--dry-run', ...at(target)])
  if (bundles.code !== 0) throw new StartError(`The worker cannot be bundled:\n${lastLines(bundles.said)}`)
  const changes = remoteChanges(
    options.remotes ?? REMOTES.map((name) => ({ name, dir: join(ROOT, name) })),
    await liveVersions(url),
  )
  const running = (await runningRelease(url)) === checked.release
  return { ...checked, target, url, database, bundle, migrations, changes, running }
}

function describe({ target, release, url, pending, changes, running }: Plan): string[] {
  return [
    '',
    `Environment   ${target.env ?? 'production'}, ${url}`,
    `Release       ${release}${running ? ' (runs already)' : ''}`,
    `Migrations    before: ${named(pending.before)}; after: ${named(pending.after)}`,
    `Worker        ${running ? 'unchanged' : 'deploy'}`,
    ...(changes.length === 0
      ? ['Remotes       unchanged']
      : changes.map((c) => `Remote        ${c.name} ${c.live ?? 'none'} → ${c.version}`)),
    '',
  ]
}

/** The lines that tell how to go back. */
function wayBack({ target, previous, changes }: Plan): string[] {
  const env = target.env ? ` --env ${target.env}` : ''
  return [
    previous
      ? `Back to the worker before: pnpm wrangler rollback ${previous}${env}`
      : 'There was no worker before this one.',
    ...changes.filter((c) => c.live).map((c) => `Back to the remote before: pnpm remote rollback ${c.name}`),
  ]
}

async function deployWorker({ target, bundle, release }: Plan): Promise<void> {
  const vars = ['--var', `RELEASE:${release}`, '--message', release, '--tag', release.slice(0, 25)]
  const { code, said } = await run('wrangler', ['deploy', bundle, '--no-bundle', ...vars, ...at(target)])
  if (code !== 0) throw new StartError(lastLines(said))
}

interface Stage {
  name: string
  /** What holds should this fail. */
  otherwise: string
  work: () => Promise<unknown>
}

function stages(plan: Plan, patienceMs: number): Stage[] {
  const { pending, running, url, release, database, changes, migrations } = plan
  const last = (list: readonly Migration[]) => list.at(-1)?.tag
  const migrate = (tag: string) => applyMigrations(database.url, database.authToken, tag, migrations)
  const [before, after] = [last(pending.before), last(pending.after)]
  const old = 'The worker before goes on; migrations that were applied only add, so it still fits.'
  const found: (Stage | false | undefined)[] = [
    before !== undefined && {
      name: `Migrations ${named(pending.before)}`,
      otherwise: 'Nothing was changed; the worker before goes on.',
      work: () => migrate(before),
    },
    !running && { name: 'Worker', otherwise: old, work: () => deployWorker(plan) },
    {
      name: `Health of ${url}`,
      otherwise:
        'The new worker is deployed. Roll it back with the line below, or repair what is wrong and run this again.',
      work: () => awaitRelease(url, release, patienceMs),
    },
    after !== undefined && {
      name: `Migrations ${named(pending.after)}`,
      otherwise: 'The new worker runs and does not need them. Run this again when the cause is gone.',
      work: () => migrate(after),
    },
    ...changes.map((change) => ({
      name: `Remote ${change.name} ${change.version}`,
      otherwise: `The portal goes on with ${change.live ?? 'no version'} of ${change.name}. Run this again, or pnpm remote publish ${change.name}.`,
      work: () => publishChange(url, database, change),
    })),
  ]
  return found.filter((stage) => stage !== false && stage !== undefined)
}

/**
 * Deploys the portal: checks everything before anything changes, applies migrations that add before the code that needs them, deploys
 * the worker, waits until it serves, applies migrations that take away, publishes remotes that changed. What was done already is not done again, so
 * that a run that failed or was killed is simply repeated.
 * @throws StartError that tells what failed, what holds now, and how to go on or back
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { say } = options
  const plan = await prepare(options)
  for (const line of describe(plan)) say(line)
  if (options.dryRun) {
    say('A dry run: nothing was changed.')
    return
  }
  for (const { name, otherwise, work } of stages(plan, options.patienceMs ?? 120_000)) {
    try {
      await work()
      say(`✓ ${name}`)
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      throw new StartError([`✗ ${name}`, cause, '', otherwise, ...wayBack(plan)].join('\n'))
    }
  }
  say(`\nRelease ${plan.release} is live.`)
  for (const line of wayBack(plan)) say(line)
}
