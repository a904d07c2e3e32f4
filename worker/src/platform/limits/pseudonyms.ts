import type { Context } from '../../context.ts'
import { keyedHash } from '../crypto/secrets.ts'

/** Pseudonyms connect log entries of one origin or account. Without the portal's secret they identify nobody. */

const LENGTH = 16
type Source = Pick<Context, 'settings' | 'network'>

/** Returns the pseudonym of the network that a request came from, or undefined when it is unknown. */
export const sourcePseudonym = ({ settings, network }: Source): string | undefined =>
  network ? keyedHash(settings.AUTH_SECRET, 'log', 'source', network).slice(0, LENGTH) : undefined

/** Returns the pseudonym of an account, by email address or user id. The account need not exist. */
export const accountPseudonym = ({ settings }: Pick<Source, 'settings'>, account: string): string =>
  keyedHash(settings.AUTH_SECRET, 'log', 'account', account).slice(0, LENGTH)
