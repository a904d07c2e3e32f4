import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { REMOTES } from '../../tools/run/build.ts'
import { attack } from './lib/attack.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = ['@portal/worker', '@portal/contract', '@portal/shell', '@portal/kit', '@portal/sdk', ...REMOTES]
/** Licenses that a product under MIT can be distributed with. */
const LICENSES = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/
/** Licenses that bind changes of the package only: of build tools, and of a library that stays a file of its own. */
const SEPARATE: Readonly<Record<string, RegExp>> = { 'MPL-2.0': /^lightningcss/, 'LGPL-3.0': /^heic-to$/ }

const readYaml = (file: string): unknown => parse(readFileSync(join(ROOT, file), 'utf8'))

/** Runs pnpm and returns its JSON; undefined if there is none. */
async function pnpm(...args: string[]): Promise<unknown> {
  const options = { cwd: ROOT, timeout: 60_000, maxBuffer: 50_000_000 }
  // `pnpm audit` fails when it finds something.
  const { stdout } = await promisify(execFile)('pnpm', args, options).catch((error: { stdout: string }) => error)
  return stdout.includes('{') ? JSON.parse(stdout.slice(stdout.indexOf('{'))) : undefined
}

interface Advisory {
  severity: string
  module_name: string
  title: string
  url: string
}

attack('known vulnerabilities of packages in production', async (t) => {
  const audit = (await pnpm('audit', '--prod', '--json')) as { advisories?: Record<string, Advisory> } | undefined
  if (!audit?.advisories) return void t.notes.push('the registry did not respond')
  const found = Object.values(audit.advisories)
  t.check(found.length === 0, found.map((a) => `${a.severity}: ${a.module_name}, ${a.title} (${a.url})`).join('; '))
})

attack('packages from elsewhere than the registry, or without a hash', async (t) => {
  const { packages } = readYaml('pnpm-lock.yaml') as {
    packages: Record<string, { resolution: Record<string, string> }>
  }
  for (const [name, { resolution }] of Object.entries(packages)) {
    const { integrity = '', ...elsewhere } = resolution
    const isPinned = /^sha512-[\w+/]{86}==$/.test(integrity) && Object.keys(elsewhere).length === 0
    t.check(isPinned, `${name}: ${JSON.stringify(resolution)}`)
  }
})

attack('packages that run scripts when they are installed', async (t) => {
  const { allowBuilds } = readYaml('pnpm-workspace.yaml') as { allowBuilds: Record<string, boolean> }
  for (const [name, isAllowed] of Object.entries(allowBuilds))
    t.check(!isAllowed || ['workerd', 'esbuild'].includes(name), `${name} runs scripts when it is installed`)
})

attack('licenses that MIT is not compatible with', async (t) => {
  const listed = await pnpm('licenses', 'list', '--prod', '--json', ...BUILT.flatMap((name) => ['--filter', name]))
  const licenses = Object.entries((listed ?? {}) as Record<string, { name: string }[]>)
  t.check(licenses.length > 0, 'pnpm lists no licenses')
  for (const [license, packages] of licenses) {
    t.notes.push(`${packages.length} ${license}`)
    for (const { name } of packages)
      t.check(
        license.split(' OR ').some((one) => LICENSES.test(one) || SEPARATE[one]?.test(name)),
        `${name}: ${license}`,
      )
  }
})
