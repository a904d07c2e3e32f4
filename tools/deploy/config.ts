import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { settings } from '../../worker/src/env.ts'
import { StartError } from '../command/start-error.ts'

/** An environment of wrangler.toml. */
export interface Target {
  /** Path of wrangler.toml. */
  file: string
  /** Absent for production. */
  env: string | undefined
  vars: Record<string, string>
  buckets: string[]
  /** Whether Cloudflare's email binding is configured. */
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

/** Names of variables that must be secrets, because wrangler.toml is public. */
const SECRET_NAME = /SECRET|TOKEN|_KEY$/

/** Stands for the value of a secret, since the platform lists only names. Valid for all of them: 32 bytes in base64. */
const PLACEHOLDER = 'x'.repeat(43)

/** Secrets without which the worker does not start. */
const REQUIRED = ['AUTH_SECRET', 'LIBSQL_TOKEN']

/** Valid values for required settings that are missing. */
const VALID_DEFAULTS = { LIBSQL_URL: 'libsql://unset', AUTH_SECRET: PLACEHOLDER, LIBSQL_TOKEN: PLACEHOLDER }

/** Returns the variable that a message is about: its first word. */
const variableOf = (problem: string): string => problem.split(' ')[0] ?? ''

/** Returns the worker's own error messages about the settings. */
function workerProblems(given: Readonly<Record<string, string>>): string[] {
  try {
    const { development } = settings({ ...given } as never)
    return development ? ['ENVIRONMENT must be "production": in development, everybody can read all mail.'] : []
  } catch (error) {
    return (error as Error).message.replace(/^Configuration: /, '').split('; ')
  }
}

/** Returns all problems of the settings. The worker stops at values of a wrong type, so the rest is checked again. */
function settingProblems(given: Readonly<Record<string, string>>): string[] {
  const problems = workerProblems(given)
  const wrong = problems.map(variableOf)
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)))
  const hidden = wrong.length > 0 ? workerProblems({ ...VALID_DEFAULTS, ...rest }) : []
  return [...problems, ...hidden.filter((problem) => !wrong.includes(variableOf(problem)))]
}

/**
 * Returns a message for each variable or secret that would keep the worker from starting.
 * @param secrets names of the secrets on the platform; undefined if they are unknown
 */
export function configProblems({ vars, email, file, env }: Target, secrets: readonly string[] | undefined): string[] {
  const put = (name: string) => `pnpm wrangler secret put ${name}${env ? ` --env ${env}` : ''}`
  const exposed = Object.keys(vars).filter((name) => SECRET_NAME.test(name) && vars[name])
  const problems = exposed.map(
    (name) =>
      `${name} is in ${file}. Make it a secret (${put(name)}) with a new value, since anyone could read this one.`,
  )
  if (!vars['LIBSQL_URL']) problems.push(`LIBSQL_URL is not set in ${file}.`)
  for (const name of REQUIRED)
    if (secrets && !secrets.includes(name)) problems.push(`The secret ${name} is missing: ${put(name)}`)
  if (secrets && !email && !secrets.includes('RESEND_API_KEY'))
    problems.push(`Mail cannot be sent: ${put('RESEND_API_KEY')}, or bind [[send_email]] as EMAIL.`)
  const set = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''))
  const placeholders = Object.fromEntries((secrets ?? []).map((name) => [name, PLACEHOLDER]))
  const invalid = settingProblems({ ...VALID_DEFAULTS, ...set, AUTH_SECRET: PLACEHOLDER, ...placeholders })
  return [...problems, ...invalid.filter((line) => secrets !== undefined || !SECRET_NAME.test(variableOf(line)))]
}
