import type { AuditVerdict } from '../../../worker/contract/src/audit.ts'
import { checkAudit } from '../../../worker/local/backup/audit.ts'
import type { World } from '../world.ts'
import { rows } from './rows.ts'
import { counted, OVERALL, type Tally } from './tally.ts'

const ACTIONS = {
  submitted: 'section.submitted',
  approved: 'doc_approved',
  rejected: 'doc_rejected',
  undone: 'section.approval_undone',
}

/** The audit log is whole, up to its end, and holds all that was acknowledged, once. */
export async function checkTrail(world: World, tally: Tally): Promise<void> {
  const { broken } = await checkAudit({ url: world.stand.sqld().url })
  tally.note('audit chain', OVERALL, broken.length === 0 ? undefined : `entries ${broken.join()} do not fit`)
  const [unsealed] = await rows<{ n: number }>(world, 'SELECT count(*) AS n FROM audit_log WHERE hash IS NULL')
  tally.note('audit chain', OVERALL, unsealed?.n ? `${unsealed.n} entries are not sealed` : undefined)
  for (const { person } of world.bookkeepers) {
    for (let place: AuditVerdict['next'] = { after: 0, hash: '' }; place; ) {
      const { body }: { body: AuditVerdict } = await person.insist<AuditVerdict>('POST', '/audit/verify', {
        json: place,
      })
      if (body.broken || !body.next) tally.note('audit chain', OVERALL, body.broken?.reason)
      place = body.broken ? null : body.next
    }
  }
  const entries = await rows<{ action: string; subject_id: string }>(world, 'SELECT action, subject_id FROM audit_log')
  const counts = counted(entries.map((e) => `${e.action}|${e.subject_id}`))
  for (const section of world.ledger.sections.values()) {
    const acts = counted(section.acts.map((a) => `${ACTIONS[a.event]}|${section.id}`))
    for (const [key, times] of acts) {
      tally.note(
        'audit entries',
        section,
        counts.get(key) === times ? undefined : `${key}: ${counts.get(key) ?? 0} entries instead of ${times}`,
      )
    }
    for (const { file, ...promise } of section.files) {
      const times = counts.get(`file.uploaded|${file.id}`) ?? 0
      tally.note('audit entries', promise, times === 1 ? undefined : `upload of ${file.id}: ${times} entries`)
    }
  }
}
