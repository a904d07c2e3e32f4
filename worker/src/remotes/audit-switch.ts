import { auditEach } from '../audit/append.ts'
import type { Step } from '../db/write.ts'
import type { Publisher } from './publisher.ts'

/** The audit trail of the portal itself: acts of operators and teams, which belong to no firm. */
const PORTAL_TRAIL = 'portal'

/** A switch of what is live. */
interface Switch {
  action: 'remote.live' | 'remote.rolled_back' | 'remote.removed'
  name: string
  from: string | null
  to: string | null
}

/** A step that records who switched a remote from which version to which. */
export const auditSwitch = ({ tokenId, label }: Publisher, { action, name, from, to }: Switch): Step =>
  auditEach({ actor: { firmId: PORTAL_TRAIL, userId: tokenId, role: 'team' } }, [
    { action, subjectType: 'remote', subjectId: name, detail: { from, to, token: label } },
  ])
