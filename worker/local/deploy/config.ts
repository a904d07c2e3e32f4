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
  const shared = target.buckets.filter((bucket) => production.buckets.includes(bucket))
  if (shared.length > 0) throw new StartError(`[env.${env}] shares the bucket ${shared.join(', ')} with production.`)
  if (target.vars['LIBSQL_URL'] && target.vars['LIBSQL_URL'] === production.vars['LIBSQL_URL'])
    throw new StartError(`[env.${env}] shares its database with production.`)
  return target
}

/** What must never stand in a file that everybody can read. */
const SECRET = /SECRET|TOKEN|_KEY$/

/**
 * Complains of variables and secrets with which the worker would not start, by their names; one line each.
 * @param secrets names of the secrets that the platform holds
 */
export function complaints({ vars, email, file }: Target, secrets: readonly string[]): string[] {
  const open = Object.keys(vars).filter((name) => SECRET.test(name) && vars[name])
  const found = open.map(
    (name) => `${name} stands in ${file}: make it a secret (wrangler secret put ${name}), and replace it, since it was readable.`,
  )
  if (!secrets.includes('LIBSQL_TOKEN')) found.push('The secret LIBSQL_TOKEN is missing.')
  if (!email && !secrets.includes('RESEND_API_KEY'))
    found.push('No way to send mail: set the secret RESEND_API_KEY, or bind [[send_email]] as EMAIL.')
  try {
    // Long enough for any rule: the platform tells the names of secrets, not their values.
    const given = Object.fromEntries(secrets.map((name) => [name, 'x'.repeat(64)]))
    const { development } = settings({ ...vars, ...given } as never)
    if (development) found.push('ENVIRONMENT must be "production": development opens the mailbox to everybody.')
  } catch (error) {
    found.push(...(error as Error).message.replace(/^Configuration: /, '').split('; '))
  }
  return found
}
