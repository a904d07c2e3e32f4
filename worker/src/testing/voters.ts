import type { Cohort } from '../portal/auth/sessions/cohort.ts'
import { bookkeeperRows, clientRows } from './people-rows.ts'
import { insert, unique } from './portal.ts'

/** Who votes about a canary. */
interface Options {
  /** The firm of all of them; without one, each has a firm of their own. */
  firmId?: string
  /** The bookkeeper whose clients they are. */
  clientsOf?: { userId: string; firmId: string }
  /** Returns whether a person belongs to them, such as to the share of a canary. */
  isChosen?: (person: Cohort) => boolean
}

/** Creates people with a session, bookkeepers unless they are clients of one. */
export async function newVoters(count: number, options: Options = {}): Promise<Cohort[]> {
  const { firmId, clientsOf, isChosen = () => true } = options
  const chosen: Cohort[] = []
  const rows = []
  while (chosen.length < count) {
    const email = `${unique('voter')}@example.com`
    const made = clientsOf ? clientRows(email, 'Cleo Client', clientsOf) : bookkeeperRows(email, 'Bea', firmId)
    if (!isChosen(made)) continue
    chosen.push(made)
    rows.push(...made.rows)
  }
  await insert(rows)
  return chosen
}
