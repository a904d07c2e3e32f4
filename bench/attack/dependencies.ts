import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../shell/kit/build/inputs.ts'
import { REMOTES } from '../../worker/local/build.ts'
import type { Attack } from './attack.ts'

/** What the portal is made of: known holes, where it came from, what may run when it is installed, and on which terms it is given. */

const WAIT_MS = 60_000
/** Terms that a product under MIT can be given away with. */
const FREE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
])
/** Tools that only build: theirs binds changes of their own files. */
const TOOLS: Readonly<Record<string, RegExp>> = { 'MPL-2.0': /^lightningcss/ }

async function pnpm(...args: string[]): Promise<string> {
  const child = spawn('pnpm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], timeout: WAIT_MS })
  return text(child.stdout)
}

/** What pnpm said as JSON; undefined where it said nothing of the kind. */
function parsed(said: string): unknown {
  try {
    return JSON.parse(said.slice(said.indexOf('{')))
  } catch {
    return undefined
  }
}

interface Audit {
  advisories: Record<string, { severity: string; module_name: string; title: string; url: string }>
}

/** Holes of what runs in production, as the registry knows them. Where it does not answer, that is said. */
async function holes(): Promise<Attack> {
  const what = 'known holes of what runs in production'
  const advisories = (parsed(await pnpm('audit', '--prod', '--json')) as Partial<Audit> | undefined)?.advisories
  if (!advisories) return { what, tried: 'the registry could not be asked', broke: [] }
  const broke = Object.values(advisories).map((a) => `${a.severity}: ${a.module_name}, ${a.title} (${a.url})`)
  return { what, tried: 'asked the registry', broke }
}

/** Every package of the lockfile comes from the registry, with the hash of what it is. */
function origins(): Attack {
  const lines = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8').split('\n')
  const packages = lines.filter((line) => line.includes('resolution:'))
  const broke = packages.filter((line) => !/^\s+resolution: \{integrity: sha512-[\w+/]{86}==\}$/.test(line))
  return {
    what: 'packages with another origin than the registry, or without a hash',
    tried: `${packages.length} packages`,
    broke,
  }
}

/** Only what must be unpacked for this machine may run something when it is installed. */
function scripts(): Attack {
  const workspace = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')
  const [, list = ''] = /^allowBuilds:\n((?: {2}.*\n)+)/m.exec(workspace) ?? []
  const allowed = list.split('\n').flatMap((line) => /^\s+"?([^":]+)"?: true$/.exec(line)?.[1] ?? [])
  const broke = allowed
    .filter((name) => !['workerd', 'esbuild'].includes(name))
    .map((name) => `${name} runs scripts when it is installed`)
  return { what: 'packages that run scripts when they are installed', tried: `${allowed.length} allowed`, broke }
}

/** The terms of everything that the product is built from. */
async function terms(): Promise<Attack> {
  const parts = ['@portal/worker', '@portal/contract', '@portal/shell', '@portal/kit', '@portal/sdk', ...REMOTES]
  const said = await pnpm('licenses', 'list', '--prod', '--json', ...parts.flatMap((part) => ['--filter', part]))
  const found = Object.entries((parsed(said) as Record<string, { name: string }[]> | undefined) ?? {})
  const broke = found.flatMap(([license, packages]) =>
    FREE.has(license)
      ? []
      : packages.filter(({ name }) => !TOOLS[license]?.test(name)).map(({ name }) => `${name}: ${license}`),
  )
  const tried = found.map(([license, packages]) => `${packages.length} ${license}`).join(', ')
  return {
    what: 'terms that MIT does not go with',
    tried,
    broke: found.length > 0 ? broke : ['pnpm lists no licences'],
  }
}

export async function attackDependencies(): Promise<Attack[]> {
  return [await holes(), origins(), scripts(), await terms()]
}
