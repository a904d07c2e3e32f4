import type { Query } from '../../../worker/src/platform/db/statement.ts'
import { step } from '../../../worker/src/platform/db/write.ts'
import { auditRemote } from '../../../worker/src/delivery/remotes/audit-remote.ts'
import type { Database } from '../../database/database.ts'
import { operatorHere } from '../../database/operator-here.ts'
import { runSteps } from '../../database/run-steps.ts'
import { withDatabase } from '../../database/with-database.ts'

/** The entry of the audit log for a change of the credentials of a remote. */
interface Entry {
  action:
    | `remote.${'token_issued' | 'token_revoked' | 'trust_added' | 'trust_revoked'}`
    | `remote.person_${'added' | 'removed'}`
  detail: Record<string, unknown>
}

/** Changes who may publish a remote, and records it in the audit log in the same batch. */
export const changeCredential = (store: Database, name: string, queries: readonly Query[], { action, detail }: Entry) =>
  withDatabase(store, (_, client) => {
    const actor = operatorHere()
    return runSteps(
      client,
      [
        ...queries.map((query) => step(query)),
        auditRemote({ id: actor, actor, role: 'operator' }, name, action, detail),
      ],
      new Date(),
    )
  })
