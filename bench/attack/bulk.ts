import { newBookkeeper, newClient } from '../../worker/src/testing/portal.ts'
import { assigned, createdClient, day, get, newWorkform, rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, threadOf } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'

/** Changes of several clients, and reminders that a bookkeeper sends, many at the same time. */

const bookkeeper = await newBookkeeper()

attack('statuses of several clients', async (t) => {
  const ids = (await Promise.all([1, 2, 3].map(() => createdClient(bookkeeper)))).map(({ id }) => id)
  const [first = ''] = ids
  const statuses = ['active', 'inactive', 'onboarding', 'new']
  await atOnce(12, (i) => {
    const change = { kind: 'status', status: statuses[i % 4] }
    return drain(send(bookkeeper, 'POST', '/api/clients/changes', { ids, change }))
  })
  const steps = await rows<{ from: string; to: string }>(
    `SELECT detail ->> 'from' AS "from", detail ->> 'to' AS "to" FROM audit_log
      WHERE action = 'client.status_changed' AND subject_id = ? ORDER BY seq`,
    first,
  )
  const [client] = await rows<{ status: string }>('SELECT status FROM book_clients WHERE id = ?', first)
  t.check(steps.at(-1)?.to === client?.status, `the last entry of the log is not ${client?.status}`)
  const hasGaps = steps.some(({ from }, i) => i > 0 && from !== steps[i - 1]?.to)
  t.check(steps.length > 0 && !hasGaps, `the log of the status has gaps: ${JSON.stringify(steps)}`)
})

attack('a client reminded again and again', async (t) => {
  const workform = await newWorkform(bookkeeper)
  const { clientId: id } = await newClient(bookkeeper)
  await assigned(bookkeeper, workform, [id], day(20))
  const path = `/api/follow-ups/clients/${id}/reminder`
  const insist = async () => {
    const { subject, text, version } = await get<Record<'subject' | 'text' | 'version', string>>(bookkeeper, path)
    return send(bookkeeper, 'POST', path, { subject, text, version, anyway: true })
  }
  for (let i = 0; i < 5; i++) await atOnce(6, async () => drain(await insist()))
  const sent = await countRows("follow_ups WHERE client_id = ? AND state = 'sent'", id)
  t.check(sent >= 1 && sent <= 3, `${sent} reminders on one day`)
  const messages = await countRows('chat_messages WHERE thread_id = ?', await threadOf(id))
  t.check(messages === sent, `${messages} messages for ${sent} reminders`)
})
