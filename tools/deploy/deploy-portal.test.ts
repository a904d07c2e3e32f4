import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createClient } from '@libsql/client/http'
import { waitFor } from '@portal/contract/testing/wait-for'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { containerScript } from '../../shell/smoke-test/container-script.ts'
import { ENTRY, filesOf } from '../../worker/src/testing/remotes.ts'
import { MIGRATIONS } from '../database/migrate.ts'
import { issueToken } from '../publish/credentials/remote-token.ts'
import { publishRemote } from '../publish/publish.ts'
import { rollBackRemote } from '../publish/registry-api.ts'
import { type Stack, startStack, workerOptions } from '../run/stack.ts'
import { type DeployOptions, deploy } from './deploy-portal.ts'

/**
 * Runs deployments against a real portal and database. Only Cloudflare is simulated, by a `wrangler` on PATH that calls
 * this test. Its `deploy` really switches the portal to the new release.
 */

const NEEDED = ['AUTH_SECRET', 'LIBSQL_TOKEN', 'RESEND_API_KEY']
const SECRETS = [...NEEDED, 'VAPID_PRIVATE_KEY']
/** The state of the simulated Cloudflare; tests override parts of it. */
const HEALTHY = { secrets: SECRETS, signedIn: true, buckets: true, deploys: true, switches: true, changed: '' }
let cloud = HEALTHY
let calls: string[][] = []
let data: string
let stack: Stack
let control: Server
let sha = 'aaaaaaaaaaaa'
let printed: string[] = []

const stackOptions = () => ({ data, port: 0, bundle: inject('bundle'), shell: join(data, 'shell') })

async function wrangler(args: string[]): Promise<{ code: number; stdout: string }> {
  calls.push(args)
  const [first, second] = args
  if (!cloud.signedIn && (first === 'secret' || first === 'r2'))
    return { code: 1, stdout: 'It is necessary to set CLOUDFLARE_API_TOKEN.' }
  if (first === 'secret')
    return { code: 0, stdout: JSON.stringify(cloud.secrets.map((name) => ({ name, type: 'secret_text' }))) }
  if (first === 'r2')
    return { code: cloud.buckets ? 0 : 1, stdout: cloud.buckets ? '{}' : 'The specified bucket does not exist.' }
  if (first === 'deployments' && second === 'status')
    return { code: 0, stdout: JSON.stringify({ versions: [{ version_id: 'worker-before' }] }) }
  if (first !== 'deploy') return { code: 1, stdout: `unknown command ${String(first)}` }
  if (args.includes('--dry-run')) return { code: 0, stdout: '' }
  if (!cloud.deploys) return { code: 1, stdout: 'A request to the Cloudflare API failed.' }
  const release = args.find((a) => a.startsWith('RELEASE:'))?.slice(8) ?? ''
  if (cloud.switches)
    await stack.miniflare.setOptions(
      workerOptions(
        { ...stackOptions(), port: Number(new URL(stack.url).port), vars: { RELEASE: release } },
        stack.sqld.url,
      ),
    )
  return { code: 0, stdout: '' }
}

/** Writes a shell that was built with a version of the contract. */
function buildShell(contract: string): void {
  const facts = { version: '1.0.0', contract, sdk: '1.0.0', chunks: {}, pages: {} }
  writeFileSync(join(data, 'shell/shell.json'), JSON.stringify(facts))
}

const script = (body: string) => `#!/usr/bin/env node\n${body}`
function putOnPath(name: string, body: string): void {
  const file = join(data, 'bin', name)
  writeFileSync(file, script(body))
  chmodSync(file, 0o755)
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'portal-deploy-'))
  for (const folder of ['bin', 'shell']) mkdirSync(join(data, folder), { recursive: true })
  buildShell('1.0.0')
  stack = await startStack(stackOptions())
  control = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const { program, args } = (await json(request)) as { program: string; args: string[] }
      const answer =
        program === 'git' ? { code: 0, stdout: args[0] === 'rev-parse' ? sha : cloud.changed } : await wrangler(args)
      response.end(JSON.stringify(answer))
    }
    void respond()
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  const address = control.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const program of ['wrangler', 'git']) {
    putOnPath(
      program,
      `const body = JSON.stringify({ program: '${program}', args: process.argv.slice(2) })
fetch('http://127.0.0.1:${port}', { method: 'POST', body })
  .then((r) => r.json()).then(({ code, stdout }) => { process.stdout.write(stdout); process.exitCode = code })`,
    )
  }
  process.env['PATH'] = [join(data, 'bin'), process.env['PATH']].join(delimiter)
  cpSync(MIGRATIONS, join(data, 'migrations'), { recursive: true })
})
afterAll(async () => {
  control.close()
  await stack.stop()
  rmSync(data, { recursive: true, force: true })
})
beforeEach(() => {
  cloud = HEALTHY
  calls = []
  printed = []
})

function config(vars: Record<string, string> = {}, more = ''): string {
  const file = join(data, 'wrangler.toml')
  const all = {
    ENVIRONMENT: 'production',
    ORIGIN: 'https://portal.example',
    OPERATOR_ORIGIN: stack.operatorUrl,
    LIBSQL_URL: stack.sqld.url,
    MAIL_FROM: 'p@portal.example',
    ...vars,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = "${value}"`)
  writeFileSync(
    file,
    ['[vars]', ...lines, '[[r2_buckets]]', 'binding = "UPLOADS"', 'bucket_name = "uploads"', more].join('\n'),
  )
  return file
}
const runDeploy = (more: Partial<DeployOptions> = {}): Promise<void> =>
  deploy({
    file: more.file ?? config(),
    dryRun: false,
    allowDirty: false,
    address: stack.url,
    remotes: [],
    migrations: join(data, 'migrations'),
    bundle: inject('bundle'),
    shell: join(data, 'shell'),
    build: () => Promise.resolve(),
    timeoutMs: 20_000,
    log: (line) => printed.push(line),
    ...more,
  })
const deployments = () => calls.filter(([first]) => first === 'deploy').filter((args) => !args.includes('--dry-run'))
const release = async () =>
  ((await (await fetch(`${stack.url}/api/health/live`)).json()) as { release: string }).release
const tables = async (like: string): Promise<unknown[]> => {
  const client = createClient({ url: stack.sqld.url })
  const { rows } = await client.execute({
    sql: 'SELECT name FROM sqlite_master WHERE name LIKE ? ORDER BY name',
    args: [like],
  })
  client.close()
  return rows.map((r) => r['name'])
}
/** Appends a migration, or replaces the one with the same name. */
function addMigration(tag: string, sql: string, folder = 'migrations'): void {
  const file = join(data, folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string; when: number }[] }
  writeFileSync(join(data, folder, `${tag}.sql`), sql)
  if (journal.entries.some((e) => e.tag === tag)) return
  const when = (journal.entries.at(-1)?.when ?? 0) + 1000
  writeFileSync(
    file,
    JSON.stringify({
      ...journal,
      entries: [...journal.entries, { idx: journal.entries.length, version: '6', when, tag, breakpoints: true }],
    }),
  )
}

it('reports all problems and changes nothing when settings, secrets and buckets are missing', async () => {
  cloud = { ...cloud, secrets: ['AUTH_SECRET', 'LIBSQL_TOKEN'], buckets: false }
  const file = config({ ORIGIN: '', AUTH_SECRET: 'public' })
  const error = await runDeploy({ file }).catch((e: Error) => e.message)
  expect(error).toContain('AUTH_SECRET is in')
  expect(error).toContain('RESEND_API_KEY')
  expect(error).toContain('ORIGIN must be an https address')
  expect(error).toContain('The bucket uploads cannot be reached')
  await expect(runDeploy({ file: config({ LIBSQL_URL: 'http://127.0.0.1:9' }) })).rejects.toThrow(
    'The database does not answer',
  )
  const shared = '[env.preview]\nname = "p"\n[[env.preview.r2_buckets]]\nbinding = "UPLOADS"\nbucket_name = "uploads"'
  await expect(runDeploy({ file: config({}, shared), env: 'preview' })).rejects.toThrow(
    'shares the bucket uploads with production',
  )
  expect(deployments()).toEqual([])
})

it('reports changes, settings and secrets in one message when nothing is set up yet', async () => {
  cloud = { ...cloud, secrets: [], buckets: false, changed: ' M README.md' }
  const missing = { ORIGIN: '', OPERATOR_ORIGIN: '', LIBSQL_URL: '', MAIL_FROM: '' }
  const file = config({ ...missing, VITALS_SAMPLE: 'half', GOOGLE_CLIENT_ID: 'id' })
  const error = await runDeploy({ file, dryRun: true }).catch((e: Error) => e.message)
  expect(error).toContain('There are uncommitted changes')
  expect(error).toContain('LIBSQL_URL is not set in')
  for (const name of NEEDED) expect(error).toContain(`pnpm wrangler secret put ${name}`)
  for (const name of ['VITALS_SAMPLE', 'ORIGIN', 'OPERATOR_ORIGIN', 'MAIL_FROM', 'GOOGLE_CLIENT_SECRET'])
    expect(error).toMatch(new RegExp(`^${name} `, 'm'))
  expect(error).toContain('pnpm wrangler r2 bucket create uploads')
})

it('reports problems it can check locally when Wrangler is not signed in', async () => {
  cloud = { ...cloud, signedIn: false }
  const file = config({ ORIGIN: '', LIBSQL_URL: 'http://127.0.0.1:9', GOOGLE_CLIENT_ID: 'id' })
  const error = await runDeploy({ file, dryRun: true }).catch((e: Error) => e.message)
  expect(error).toContain('sign in with pnpm wrangler login')
  expect(error).toContain('ORIGIN must be an https address')
  expect(error).toContain('The database does not answer')
  expect(error).not.toMatch(/secret put|bucket create|GOOGLE_CLIENT_SECRET/)
})

it('prints the plan and changes nothing when it is a dry run', async () => {
  addMigration('0900_adds', 'CREATE TABLE deploy_added (x text);')
  await runDeploy({ dryRun: true })
  expect(printed.join('\n')).toMatch(
    /Release {7}aaaaaaaaaaaa\nMigrations {4}before: 0900_adds; after: none\nWorker {8}deploy/,
  )
  expect(deployments()).toEqual([])
  expect(await tables('deploy_%')).toEqual([])
})

it('reports the current state and resumes there on the next run when a step fails', async () => {
  const was = await release()
  addMigration(
    '0900_adds',
    'CREATE TABLE deploy_added (x text);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);',
  )
  await expect(runDeploy()).rejects.toThrow(/✗ Migrations 0900_adds\n.*\n\nNothing was changed/)
  expect([await tables('deploy_%'), deployments(), await release()]).toEqual([[], [], was])

  addMigration(
    '0900_adds',
    'CREATE TABLE deploy_added (x text);--> statement-breakpoint\nCREATE TABLE deploy_old (x text);',
  )
  cloud.deploys = false
  await expect(runDeploy()).rejects.toThrow(
    /✗ Worker\nA request to the Cloudflare API failed\.\n\nThe previous worker keeps running/,
  )
  expect([await tables('deploy_%'), await release()]).toEqual([['deploy_added', 'deploy_old'], was])

  cloud = { ...cloud, deploys: true, switches: false }
  const stuck = await runDeploy({ timeoutMs: 1 }).catch((e: Error) => e.message)
  expect(stuck).toContain(`does not serve release aaaaaaaaaaaa: it serves release ${was}`)
  expect(stuck).toContain('wrangler rollback worker-before')

  cloud.switches = true
  printed = []
  await runDeploy()
  expect(await release()).toBe('aaaaaaaaaaaa')
  expect(printed).toContain('\nRelease aaaaaaaaaaaa is live.')
  expect(printed.join('\n')).not.toContain('✓ Migrations')

  calls = []
  await runDeploy()
  expect(deployments()).toEqual([])
})

it('applies contracting migrations last when the new release is running', async () => {
  sha = 'bbbbbbbbbbbb'
  addMigration('0901_drops', '-- contract: unused since the previous release\nDROP TABLE deploy_old;')
  cloud.deploys = false
  await expect(runDeploy()).rejects.toThrow('✗ Worker')
  expect(await tables('deploy_%')).toEqual(['deploy_added', 'deploy_old'])
  cloud.deploys = true
  await runDeploy()
  expect(printed.filter((l) => l.startsWith('✓'))).toEqual([
    '✓ Worker',
    `✓ Health of ${stack.url}`,
    '✓ Migrations 0901_drops',
    '✓ Triggers',
  ])
  expect(await tables('deploy_%')).toEqual(['deploy_added'])
  cpSync(join(data, 'migrations'), join(data, 'late'), { recursive: true })
  addMigration('0902_drops', '-- contract: gone\nDROP TABLE deploy_added;', 'late')
  addMigration('0903_adds', 'CREATE TABLE deploy_late (x text);', 'late')
  await expect(runDeploy({ migrations: join(data, 'late') })).rejects.toThrow(
    '0903_adds adds to the database, but follows 0902_drops',
  )
  await expect(runDeploy({ migrations: MIGRATIONS })).rejects.toThrow('has a migration')
})

/** Returns text that cannot be compressed to less than half. */
const randomText = (bytes: number): string => randomBytes(bytes).toString('hex')

function buildRemote(
  name: string,
  version: string,
  contract = '1.0.0',
  entry = containerScript('x'),
): { name: string; dir: string } {
  const dir = join(data, name)
  mkdirSync(join(dir, 'dist'), { recursive: true })
  const files = Object.entries({ ...filesOf('deployed'), [ENTRY]: entry }).map(([path, content]) => {
    writeFileSync(join(dir, 'dist', path), content)
    return { path, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
  })
  const place = { routes: [`/${name}`], role: 'bookkeeper', nav: null }
  writeFileSync(join(dir, 'dist/remote.json'), JSON.stringify({ name, version, contract, sdk: '1.0.0', place, files }))
  return { name, dir }
}
async function liveVersionOf(remote: string): Promise<string | undefined> {
  const { remotes } = (await (await fetch(`${stack.url}/api/remotes`)).json()) as {
    remotes: { name: string; version: string }[]
  }
  return remotes.find(({ name }) => name === remote)?.version
}
async function query(sql: string, ...args: string[]): Promise<Record<string, unknown>[]> {
  const client = createClient({ url: stack.sqld.url })
  const { rows } = await client.execute({ sql, args })
  client.close()
  return rows.map((row) => ({ ...row }))
}

it('publishes with temporary tokens when a remote has changed, and skips it when a newer version is live', async () => {
  sha = 'cccccccccccc'
  const build = (version: string, contract?: string) => [buildRemote('mf-deployed', version, contract)]
  await expect(runDeploy({ remotes: build('1.1.0-ab', '0.9.0') })).rejects.toThrow(
    /✗ Remote mf-deployed 1\.1\.0-ab\nmf-deployed: Incompatible remote/,
  )
  expect([await liveVersionOf('mf-deployed'), await release()]).toEqual([undefined, sha])
  await expect(runDeploy({ remotes: [buildRemote('mf-deployed', '1.1.1-ab', '1.0.0', '')] })).rejects.toThrow(
    'mf-deployed: The build does not work in the shell',
  )
  // Larger than the default limit, but not than its own.
  const large = buildRemote('mf-deployed', '1.1.1-ab', '1.0.0', `${containerScript('x')}// ${randomText(80_000)}`)
  await expect(runDeploy({ remotes: [large] })).rejects.toThrow('mf-deployed: The scripts of /mf-deployed have')
  writeFileSync(join(large.dir, 'package.json'), JSON.stringify({ portal: { maxSize: 200 } }))
  await runDeploy({ remotes: [large] })
  expect(await liveVersionOf('mf-deployed')).toBe('1.1.1-ab')
  printed = []
  await runDeploy({ remotes: build('1.0.9-cd') })
  expect(printed).toContain('Remotes       unchanged')
  expect(await query('SELECT count(*) AS made, count(revoked_at) AS revoked FROM remote_tokens')).toEqual([
    { made: 2, revoked: 2 },
  ])
  const recorded =
    "SELECT action, count(*) AS n FROM audit_log WHERE subject_id = 'mf-deployed' AND action LIKE ? GROUP BY 1"
  expect(await query(recorded, 'remote.token%')).toEqual([
    { action: 'remote.token_issued', n: 2 },
    { action: 'remote.token_revoked', n: 2 },
  ])
})

it('leaves a held remote and a version that was rolled back alone, and says why', async () => {
  sha = 'dddddddddddd'
  const name = 'mf-held'
  await runDeploy({ remotes: [buildRemote(name, '1.0.0')] })
  await runDeploy({ remotes: [buildRemote(name, '1.1.0')] })
  const portal = { url: stack.url, token: await issueToken({ url: stack.sqld.url }, name) }
  await rollBackRemote(portal, name, { reason: 'No totals' })
  const why = { '1.1.0': 'mf-held 1.1.0 was rolled back at', '1.2.0': 'mf-held is held since' }
  for (const [version, reason] of Object.entries(why))
    for (const dryRun of [true, false]) {
      printed = []
      await runDeploy({ remotes: [buildRemote(name, version)], dryRun })
      expect(printed).toContain('Remotes       unchanged')
      expect(printed.join('\n')).toMatch(new RegExp(`Left alone {4}${reason} .*, because: No totals\\.`))
      expect(await liveVersionOf(name)).toBe('1.0.0')
    }
})

it('serves what fits the running worker when a worker is deployed or rolled back', async () => {
  const name = 'mf-ahead'
  const portal = { url: stack.url, token: await issueToken({ url: stack.sqld.url }, name) }
  for (const [version, contract] of [
    ['1.0.0', '1.0.0'],
    ['2.0.0', '2.0.0'],
  ] as const)
    await publishRemote({ ...portal, dir: buildRemote(name, version, contract).dir })
  expect(await liveVersionOf(name)).toBe('1.0.0')
  const deployWith = async (contract: string, from: string) => {
    buildShell(contract)
    sha = contract.replaceAll('.', '').padEnd(12, 'e')
    // As if the last switch had been longer ago than a deployment takes.
    await query(
      'UPDATE remotes SET updated_at = ? WHERE name = ?',
      new Date(Date.now() - 3_600_000).toISOString(),
      name,
    )
    await runDeploy({ remotes: [] })
    const to = (await liveVersionOf(name)) ?? ''
    const recorded = 'SELECT kind, actor FROM remote_switches WHERE name = ? AND from_version = ? AND to_version = ?'
    await waitFor(async () =>
      expect(await query(recorded, name, from, to)).toContainEqual({ kind: 'deploy', actor: 'portal' }),
    )
    return to
  }
  expect(await deployWith('2.0.0', '1.0.0')).toBe('2.0.0')
  await publishRemote({ ...portal, dir: buildRemote(name, '2.1.0', '2.0.0').dir })
  expect(await deployWith('1.0.0', '2.1.0')).toBe('1.0.0')
  // A rollback below the next major version affects only what the running worker can load.
  await publishRemote({ ...portal, dir: buildRemote(name, '1.1.0').dir })
  expect(await rollBackRemote(portal, name)).toMatchObject({ version: '1.0.0', previous: '1.1.0' })
  // Publishing the live version ends the hold.
  await publishRemote({ ...portal, dir: buildRemote(name, '1.0.0').dir })
  expect(await deployWith('2.0.0', '1.0.0')).toBe('2.1.0')
})

it('warns when the new worker cannot load a held or live version, and says what people get instead', async () => {
  buildShell('1.0.0')
  sha = 'f10000000000'
  await runDeploy()
  const newPortal = async (name: string, ...versions: string[]) => {
    const portal = { url: stack.url, token: await issueToken({ url: stack.sqld.url }, name) }
    for (const version of versions)
      await publishRemote({ ...portal, dir: buildRemote(name, version, `${version[0]}.0.0`).dir })
    return portal
  }
  const why = { reason: 'No totals' }
  await rollBackRemote(await newPortal('mf-kept', '1.0.0', '1.1.0', '2.0.0'), 'mf-kept', why)
  await rollBackRemote(await newPortal('mf-alone', '1.0.0'), 'mf-alone', { ...why, to: '1.0.0' })
  await rollBackRemote(await newPortal('mf-gone', '1.0.0', '2.0.0'), 'mf-gone', { to: null })
  await newPortal('mf-stuck', '1.0.0')
  await newPortal('mf-ready', '1.0.0', '2.0.0')
  await newPortal('mf-follows', '1.0.0')
  const warnings = async (given: Partial<DeployOptions> = {}) => {
    printed = []
    await runDeploy({ dryRun: true, remotes: [buildRemote('mf-follows', '2.0.0', '2.0.0')], ...given })
    const names = /^Warning {7}mf-(?:kept|alone|gone|stuck|ready|follows) /
    return printed.filter((line) => names.test(line)).sort()
  }
  expect(await warnings()).toEqual([])
  buildShell('2.0.0')
  const gone = 'The new worker cannot load it: its pages will not be available.'
  const by = String.raw`since 20\S+ by token \S+, because: No totals\.`
  const expected = [
    expect.stringMatching(new RegExp(`^Warning {7}mf-alone is held at 1\\.0\\.0 ${by} ${gone}$`)),
    expect.stringMatching(
      new RegExp(
        `^Warning {7}mf-kept is held at 1\\.0\\.0 ${by} The new worker .* it: people get 2\\.0\\.0 instead\\.$`,
      ),
    ),
    `Warning       mf-stuck 1.0.0 is live. ${gone}`,
  ]
  expect(await warnings()).toEqual(expected)
  // What the plan says does not keep the deployment from going on, and is what happens.
  sha = 'f20000000000'
  expect(await warnings({ dryRun: false })).toEqual(expected)
  const { remotes } = (await (await fetch(`${stack.url}/api/remotes`)).json()) as {
    remotes: { name: string; version: string; refused?: string }[]
  }
  const stateOf = (name: string) => {
    const { version, refused } = remotes.find((remote) => remote.name === name) ?? {}
    return [name, version, refused !== undefined]
  }
  expect(['mf-kept', 'mf-alone', 'mf-gone', 'mf-stuck', 'mf-ready', 'mf-follows'].map(stateOf)).toEqual([
    ['mf-kept', '2.0.0', false],
    ['mf-alone', '1.0.0', true],
    ['mf-gone', undefined, false],
    ['mf-stuck', '1.0.0', true],
    ['mf-ready', '2.0.0', false],
    ['mf-follows', '2.0.0', false],
  ])
})
