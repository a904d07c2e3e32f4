import { findFirms, findPeople } from '../../portal/auth/find-people.ts'
import type { Database } from '../../platform/db/client.ts'
import { AppError } from '../../errors.ts'
import type { FlagTarget } from './change-flag.ts'

/**
 * Returns the target of a value: a firm by its id or the address of a bookkeeper, a person by the address, or everyone.
 * @throws AppError `invalid_input` for an unknown firm or person
 */
export async function flagTarget(
  db: Database,
  { firm, person }: { firm?: string | undefined; person?: string | undefined },
): Promise<FlagTarget> {
  const [firm_id = null] = firm ? await findFirms(db, [firm]) : []
  const [user_id = null] = person ? await findPeople(db, [person]) : []
  const unknown = firm && !firm_id ? `firm of ${firm}` : person && !user_id ? `account of ${person}` : undefined
  if (unknown) throw new AppError('invalid_input', { detail: `There is no ${unknown}.` })
  return { firm_id, user_id }
}
