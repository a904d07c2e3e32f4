import { audit } from '../audit/append.ts'
import { PORTAL_LOG } from '../audit/portal-log.ts'
import type { Step } from '../db/write.ts'
import type { Publisher } from './publisher.ts'

/** A change of the live version. */
interface Switch {
  action: 'remote.live' | 'remote.rolled_back' | 'remote.removed'
  name: string
  from: string | null
  to: string | null
}

/** Returns a step that records a change of the live version in the audit log. */
export const auditSwitch = ({ id, actor, role }: Publisher, { action, name, from, to }: Switch): Step =>
  audit(
    { actor: { firmId: PORTAL_LOG, userId: id, role } },
    { action, subjectType: 'remote', subjectId: name, detail: { from, to, by: actor } },
  )
