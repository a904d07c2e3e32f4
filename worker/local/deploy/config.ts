import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { settings } from '../../src/env.ts'
import { StartError } from '../sqld.ts'

/** What wrangler.toml says of one environment. */
export interface Target {
  /** The file itself. */
  file: string
  /** Absent for production. */
  env: string | undefined
  vars: Record<string, string>
  buckets: string[]
  /** Whether Cloudflare's e-mail binding is bound. */
  email: boolean
}

interface Section {
  vars?: Record<string, string>
  r2_buckets?: { bucket_name: string }[]
  send_email?: unknown[]
}

const read = (file: string, env: string | undefined, section: Section): Target => ({
  file,
  env,
  vars: section.vars ?? {},
  buckets: (section.r2_buckets ?? []).map((b) => b.bucket_name),
  email: (section.send_email ?? []).length > 0,
})

/**
 * Reads an environment of wrangler.toml.
 * @throws StartError when the file has no such environment, or it shares its data with production
 */
export function readTarget(file: string, env?: string): Target {
  const config = parse(readFileSync(file, 'utf8')) as unknown as Section & { env?: Record<string, Section> }
  const production = read(file, undefined, config)
  if (!env) return production
  const section = config.env?.[env]
  if (!section) throw new StartError(`${file} has no [env.${env}].`)
  const target = read(file, env, section)
  const buckets = target.buckets.filter((bucket) => production.buckets.includes(bucket))
  const shared = [
    ...(buckets.length > 0 ? [`[env.${env}] shares the bucket ${buckets.join(', ')} with production.`] : []),
    ...(target.vars['LIBSQL_URL'] && target.vars['LIBSQL_URL'] === production.vars['LIBSQL_URL']
      ? [`[env.${env}] shares its database with production.`]
      : []),
  ]
  if (shared.length > 0) throw new StartError(shared.join('\n'))
  return target
}

/** Names of variables that must be secrets: everybody can read the file. */
const SECRET = /SECRET|TOKEN|_KEY$/

/** Long enough for any rule: the platform tells the names of secrets, not their values. */
const FILLER = 'x'.repeat(64)

/** The secrets without which nothing runs. */
const REQUIRED = ['AUTH_SECRET', 'LIBSQL_TOKEN']

/** Values for what the worker cannot do without, where it is missing. */
const SOUND = { LIBSQL_URL: 'libsql://unset', AUTH_SECRET: FILLER, LIBSQL_TOKEN: FILLER }

/** The variable that a line about the settings begins with. */
const variableOf = (problem: string): string => problem.split(' ')[0] ?? ''

/** Lists what the worker would say of its settings. */
function workerSays(given: Readonly<Record<string, string>>): string[] {
  try {
    const { development } = settings({ ...given } as never)
    return development ? ['ENVIRONMENT must be "production": development opens the mailbox to everybody.'] : []
  } catch (error) {
    return (error as Error).message.replace(/^Configuration: /, '').split('; ')
  }
}

/** Lists what is wrong with the settings. One of the wrong type keeps the worker from checking the others, so they are checked again without it. */
function settingProblems(given: Readonly<Record<string, string>>): string[] {
  const problems = workerSays(given)
  const wrong = problems.map(variableOf)
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)))
  const hidden = wrong.length > 0 ? workerSays({ ...SOUND, ...rest }) : []
  return [...problems, ...hidden.filter((problem) => !wrong.includes(variableOf(problem)))]
}

/**
 * Lists the variables and secrets with which the worker would not start, one line each.
 * @param secrets names of the secrets that the platform holds; undefined where they are unknown
 */
export function complaints({ vars, email, file, env }: Target, secrets: readonly string[] | undefined): string[] {
  const put = (name: string) => `pnpm wrangler secret put ${name}${env ? ` --env ${env}` : ''}`
  const open = Object.keys(vars).filter((name) => SECRET.test(name) && vars[name])
  const found = open.map(
    (name) => `${name} stands in ${file}: make it a secret (${put(name)}), and replace it, since it was readable.`,
  )
  if (!vars['LIBSQL_URL']) found.push(`LIBSQL_URL is not set in ${file}.`)
  for (const name of REQUIRED)
    if (secrets && !secrets.includes(name)) found.push(`The secret ${name} is missing: ${put(name)}`)
  if (secrets && !email && !secrets.includes('RESEND_API_KEY'))
    found.push(`No way to send mail: ${put('RESEND_API_KEY')}, or bind [[send_email]] as EMAIL.`)
  const set = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''))
  const named = Object.fromEntries((secrets ?? []).map((name) => [name, FILLER]))
  const problems = settingProblems({ ...SOUND, ...set, AUTH_SECRET: FILLER, ...named })
  return [...found, ...problems.filter((problem) => secrets !== undefined || !SECRET.test(variableOf(problem)))]
}
