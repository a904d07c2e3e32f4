import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FLAGS } from '@portal/contract/flags'
import * as z from 'zod'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import { applyMigrations, MIGRATIONS } from '../database/migrate.ts'
import { checkTriggers } from '../database/triggers.ts'
import { requireCurrentFlags } from '../operate/flags/require-current.ts'
import { readLeftAlone } from '../publish/build/left-alone.ts'
import { buildAll, REMOTES } from '../run/build.ts'
import { WORKER_BUNDLE } from '../run/bundle-worker.ts'
import { type Checked, checkAll, configArgs } from './checks.ts'
import { readTarget, type Target } from './config.ts'
import { type Migration, treeMigrations } from './migrations.ts'
import {
  checkChanges,
  liveVersions,
  publishChange,
  type RemoteChange,
  type RemoteFolder,
  remoteChanges,
} from './remotes.ts'
import { lastLines, run } from './run.ts'
import { readUnloadable } from './unloadable.ts'
import { awaitRelease, runningRelease } from './verify.ts'

export interface DeployOptions {
  /** Path of wrangler.toml. */
  file: string
  /** An environment of wrangler.toml (default: production). */
  env?: string | undefined
  dryRun: boolean
  allowDirty: boolean
  /** Address of the portal, if its ORIGIN does not reach it yet. */
  address?: string | undefined
  /** Token of the database. */
  databaseToken?: string | undefined
  /** Remotes to publish if they have changed. */
  remotes?: readonly RemoteFolder[]
  migrations?: string
  bundle?: string
  /** Folder of the built shell. */
  shell?: string
  build?: () => Promise<unknown>
  timeoutMs?: number
  log: (line: string) => void
}

interface Plan extends Checked {
  target: Target
  url: string
  database: { url: string; authToken?: string }
  bundle: string
  migrations: string
  changes: RemoteChange[]
  /** Why the deployment leaves remotes alone. */
  leftAlone: string[]
  /** Which held and live versions the new worker cannot load. */
  unloadable: string[]
  /** Whether the portal already serves this release. */
  running: boolean
}

const listTags = (migrations: readonly Migration[]): string => migrations.map((m) => m.tag).join(', ') || 'none'

/** The versions of contract and sdk that the built shell says. */
const BuiltShell = z.object({ contract: z.string(), sdk: z.string() })

/** Checks, builds and plans without changing anything outside this machine. */
async function prepare(options: DeployOptions): Promise<Plan> {
  const { log, bundle = WORKER_BUNDLE, shell = join(ROOT, 'shell/dist'), migrations = MIGRATIONS } = options
  const target = readTarget(options.file, options.env)
  const url = options.address ?? target.vars['ORIGIN'] ?? ''
  const databaseUrl = target.vars['LIBSQL_URL'] ?? ''
  const database = {
    url: databaseUrl.replace(/^libsql:/, 'https:'),
    ...(options.databaseToken ? { authToken: options.databaseToken } : {}),
  }
  log('Checking configuration, secrets, buckets, database, migrations …')
  const checked = await checkAll({ target, database, tree: treeMigrations(migrations), allowDirty: options.allowDirty })
  requireCurrentFlags('shell', FLAGS)
  log('Building …')
  await (options.build ?? buildAll)()
  const bundled = await run('wrangler', ['deploy', bundle, '--no-bundle', '--dry-run', ...configArgs(target)])
  if (bundled.code !== 0) throw new StartError(`The worker cannot be bundled:\n${lastLines(bundled.output)}`)
  const remotes = options.remotes ?? REMOTES.map((name) => ({ name, dir: join(ROOT, name) }))
  const reasonFor = await readLeftAlone(database)
  const differing = remoteChanges(remotes, await liveVersions(url))
  const changes = differing.filter(({ name, version }) => !reasonFor(name, version))
  const leftAlone = differing.flatMap(({ name, version }) => reasonFor(name, version) ?? [])
  const runs = BuiltShell.parse(JSON.parse(readFileSync(join(shell, 'shell.json'), 'utf8')))
  const published = changes.map(({ name }) => name)
  const unloadable = await readUnloadable(database, runs, published)
  await checkChanges(changes)
  const running = (await runningRelease(url)) === checked.release
  return { ...checked, target, url, database, bundle, migrations, changes, leftAlone, unloadable, running }
}

function describe({ target, release, url, pending, changes, leftAlone, unloadable, running }: Plan): string[] {
  return [
    '',
    `Environment   ${target.env ?? 'production'}, ${url}`,
    `Release       ${release}${running ? ' (already running)' : ''}`,
    `Migrations    before: ${listTags(pending.before)}; after: ${listTags(pending.after)}`,
    `Worker        ${running ? 'unchanged' : 'deploy'}`,
    ...(changes.length === 0
      ? ['Remotes       unchanged']
      : changes.map((c) => `Remote        ${c.name} ${c.live ?? 'none'} → ${c.version}`)),
    ...leftAlone.map((reason) => `Left alone    ${reason}`),
    ...unloadable.map((warning) => `Warning       ${warning}`),
    '',
  ]
}

/** Returns the commands that undo a deployment. */
function rollbackCommands({ target, previous, changes }: Plan): string[] {
  const env = target.env ? ` --env ${target.env}` : ''
  return [
    previous
      ? `To roll back the worker: pnpm wrangler rollback ${previous}${env}`
      : 'There is no earlier worker to roll back to.',
    ...changes.filter((c) => c.live).map((c) => `To roll back a remote: pnpm remote rollback ${c.name}`),
  ]
}

async function deployWorker({ target, bundle, release }: Plan): Promise<void> {
  const vars = ['--var', `RELEASE:${release}`, '--message', release, '--tag', release.slice(0, 25)]
  const { code, output } = await run('wrangler', ['deploy', bundle, '--no-bundle', ...vars, ...configArgs(target)])
  if (code !== 0) throw new StartError(lastLines(output))
}

interface Stage {
  name: string
  /** The state after a failure, and what to do. */
  onFailure: string
  run: () => Promise<unknown>
}

function stages(plan: Plan, timeoutMs: number, log: DeployOptions['log']): Stage[] {
  const { pending, running, url, release, database, changes, migrations } = plan
  const last = (list: readonly Migration[]) => list.at(-1)?.tag
  const migrate = (tag: string) => applyMigrations(database.url, database.authToken, tag, migrations)
  const [before, after] = [last(pending.before), last(pending.after)]
  const oldWorkerRuns = 'The previous worker keeps running. It is compatible with the migrations that were applied.'
  const triggers: Stage = {
    name: 'Triggers',
    onFailure:
      after === undefined
        ? oldWorkerRuns
        : 'The new worker is running. Deploy again with a migration for the triggers.',
    run: () => checkTriggers(database.url, database.authToken),
  }
  const all: (Stage | false | undefined)[] = [
    before !== undefined && {
      name: `Migrations ${listTags(pending.before)}`,
      onFailure: 'Nothing was changed. The previous worker keeps running.',
      run: () => migrate(before),
    },
    // A migration that runs after the worker may contain the triggers.
    after === undefined && triggers,
    !running && { name: 'Worker', onFailure: oldWorkerRuns, run: () => deployWorker(plan) },
    {
      name: `Health of ${url}`,
      onFailure: 'The new worker is deployed. Roll it back, or fix the cause and run this command again.',
      run: () => awaitRelease(url, release, timeoutMs),
    },
    after !== undefined && {
      name: `Migrations ${listTags(pending.after)}`,
      onFailure: 'The new worker is running and does not need them. Fix the cause and run this command again.',
      run: () => migrate(after),
    },
    after !== undefined && triggers,
    ...changes.map((change) => ({
      name: `Remote ${change.name} ${change.version}`,
      onFailure:
        `The portal keeps ${change.live ?? 'no version'} of ${change.name}. ` +
        `Run this command again, or pnpm remote publish ${change.name}.`,
      run: async () => {
        const leftAlone = await publishChange(url, database, change)
        if (leftAlone) log(leftAlone)
      },
    })),
  ]
  return all.filter((stage) => stage !== false && stage !== undefined)
}

/**
 * Deploys the portal: runs all checks, applies migrations that add, deploys the worker and waits until it serves,
 * applies migrations that remove, and publishes changed remotes. Skips completed steps, so it can be repeated.
 * @throws StartError with the failed step, the current state, and how to continue or roll back
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { log } = options
  const plan = await prepare(options)
  for (const line of describe(plan)) log(line)
  if (options.dryRun) {
    log('Dry run: nothing was changed.')
    return
  }
  for (const { name, onFailure, run: runStage } of stages(plan, options.timeoutMs ?? 120_000, log)) {
    try {
      await runStage()
      log(`✓ ${name}`)
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      throw new StartError([`✗ ${name}`, cause, '', onFailure, ...rollbackCommands(plan)].join('\n'))
    }
  }
  log(`\nRelease ${plan.release} is live.`)
  for (const line of rollbackCommands(plan)) log(line)
}
