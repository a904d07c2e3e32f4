import type { Work } from '../../../worker/src/testing/sections.ts'
import { send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { many } from './race.ts'

/** What must hold in the database whatever happened. */
const INVARIANTS: Record<string, string> = {
  'an approved section without who and when':
    "FROM book_client_workforms WHERE status = 'approved' AND (approved_at IS NULL OR approved_by IS NULL OR core_status <> 'approved')",
  'a section that is not approved and says who approved it':
    "FROM book_client_workforms WHERE core_status = 'waiting' AND (approved_at IS NOT NULL OR approved_by IS NOT NULL)",
  'a section twice':
    'FROM (SELECT 1 FROM book_client_workforms GROUP BY client_id, workform_id, section_name HAVING count(*) > 1)',
  'two threads with one client':
    'FROM (SELECT 1 FROM chat_threads GROUP BY bookkeeper_id, client_id HAVING count(*) > 1)',
  'an assignment without its submission':
    'FROM book_client_workforms a WHERE NOT EXISTS (SELECT 1 FROM book_form_submissions s WHERE s.id = a.submission_id)',
  'a profile without its account': 'FROM profiles p WHERE NOT EXISTS (SELECT 1 FROM auth_users u WHERE u.id = p.id)',
  'a broken reference': 'FROM pragma_foreign_key_check',
  'an event under two ids':
    "FROM (SELECT 1 FROM audit_log WHERE action = 'section.submitted' GROUP BY subject_id, at HAVING count(*) > 1)",
}

/** Whether the database agrees with itself. */
export async function afterwards({ bookkeeper }: Work): Promise<Attack> {
  const trial = new Trial('the database agrees with itself afterwards')
  for (const [what, sql] of Object.entries(INVARIANTS)) trial.must((await many(sql)) === 0, what)
  const verdict = (await (await send(bookkeeper, 'POST', '/api/audit/verify', {})).json()) as {
    ok?: boolean
    broken?: unknown
  }
  trial.must(!JSON.stringify(verdict).includes('"broken":{'), `the trail does not verify: ${JSON.stringify(verdict)}`)
  return trial.result('invariants')
}
