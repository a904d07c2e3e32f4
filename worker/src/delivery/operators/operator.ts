import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { remotePeople } from '../../platform/db/schema/index.ts'

/** The caller of a request with a session of the operator page: an operator, or a person of the teams of remotes. */
export interface Operator {
  sessionId: string
  email: string
  /** The remotes whose team the person is in; null for operators, who see all. */
  remotes: readonly string[] | null
  expiresAt: string
}

/** Returns the role of the caller, as audit log and history name it. */
export const roleOf = ({ remotes }: Pick<Operator, 'remotes'>) => (remotes === null ? 'operator' : 'team')

/** Returns whether a remote belongs to the caller. */
export const maySee = ({ remotes }: Pick<Operator, 'remotes'>, name: string): boolean =>
  remotes === null || remotes.includes(name)

/** Selects the remotes whose team an address is in. */
export const teamsOf = (db: Database, email: string) =>
  db.select({ name: remotePeople.name }).from(remotePeople).where(eq(remotePeople.email, email))

/** Returns the remotes of an address, given those whose team it is in: null for operators. */
export const remotesFor = (
  { settings }: Context,
  email: string,
  teams: readonly { name: string | null }[],
): Operator['remotes'] => (settings.OPERATORS.includes(email) ? null : teams.flatMap(({ name }) => name ?? []))
