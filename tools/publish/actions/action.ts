import type { ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartError } from '../../command/start-error.ts'
import { originsAt } from '../../run/origins-at.ts'
import type { Portal } from '../portal-api.ts'
import { ciToken } from './ci-token.ts'
import { constantOf } from './constant-of.ts'
import { localToken } from './workspace.ts'

/** The options of every action. */
export const COMMON = { url: { type: 'string' }, token: { type: 'string' } } as const

type Given<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: typeof COMMON & O; allowPositionals: true }>
>['values']

/** An action of `pnpm remote`. */
interface Action<O extends ParseArgsOptionsConfig> {
  /** Its lines of the usage text. */
  usage: string
  options: O
  /** Whether it takes the names of several remotes. */
  many?: boolean
  /** @param more further names */
  run(name: string, given: Given<O>, more: readonly string[]): Promise<void> | void
}

/** Any action, once its options are parsed. */
export type AnyAction = Omit<Action<ParseArgsOptionsConfig>, 'run'> & {
  run(name: string, given: Record<string, unknown>, more: readonly string[]): Promise<void> | void
}

/** Returns an action. Derives the type of its options from their description. */
export const action = <const O extends ParseArgsOptionsConfig>(definition: Action<O>): AnyAction => definition

export const portalAddress = ({ url }: { url?: string | undefined }): string =>
  url || process.env['PORTAL_URL'] || originsAt(process.env['PORT'] ?? 8787).LOCAL_ORIGIN

/**
 * Returns the portal to call for a remote, and the token to call it with: a given one, that of the portal on this
 * machine, or one for the CI job.
 * @throws StartError when there is no token
 */
export async function portalOf(
  name: string,
  given: { url?: string | undefined; token?: string | undefined },
): Promise<Portal> {
  const { env } = process
  const url = portalAddress(given)
  // In CI jobs, variables that do not exist are empty.
  const isLocal = !(given.url || env['PORTAL_URL'])
  const secret = given.token || env[`${constantOf(name)}_TOKEN`] || env['REMOTE_TOKEN']
  const token = secret || (isLocal ? localToken(name) : undefined) || (await ciToken(url, name))
  if (!token) throw new StartError(`There is no token of ${name}. Pass --token, or set REMOTE_TOKEN.`)
  return { url, token }
}

/** Returns the number that an option was given. Throws StartError when it is not a whole number. */
export function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new StartError(`${option} takes a whole number, not "${text}".`)
  return Number(text)
}
