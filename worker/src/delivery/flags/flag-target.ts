import { findFirms, findPeople } from '../../auth/find-people.ts'
import type { Database } from '../../db/client.ts'
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
  const refuse = (detail: string): never => {
    throw new AppError('invalid_input', { detail })
  }
  if (firm) {
    const [id] = await findFirms(db, [firm])
    return { kind: 'firm', id: id ?? refuse(`There is no firm of ${firm}.`) }
  }
  if (person) {
    const [id] = await findPeople(db, [person])
    return { kind: 'person', id: id ?? refuse(`There is no account of ${person}.`) }
  }
  return { kind: 'everyone' }
}
