import { audit } from '../../platform/audit/append.ts'
import { PORTAL_LOG } from '../../platform/audit/portal-log.ts'
import type { Step } from '../../platform/db/write.ts'
import type { Publisher } from './publisher.ts'

/** Returns a step that records in the audit log what a publisher did with a remote. */
export const auditRemote = (
  { id, actor, role }: Publisher,
  name: string,
  action: string,
  detail: Record<string, unknown>,
): Step =>
  audit(
    { actor: { firmId: PORTAL_LOG, userId: id, role } },
    { action, subjectType: 'remote', subjectId: name, detail: { ...detail, by: actor } },
  )
