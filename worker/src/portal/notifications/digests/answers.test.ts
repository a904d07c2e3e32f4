import type { Notifications } from '@portal/contract/notifications'
import { describe, expect, it } from 'vitest'
import { good } from '../../../testing/accounts.ts'
import { afterPause } from '../../../testing/digests.ts'
import { answerRecall, decided, flag, newWork, open, recall, sendBack, submit } from '../../../testing/sections.ts'
import { get, rows, send } from '../../../testing/work.ts'

/** Returns a submitted section, and a function that returns the mails to an address since its last call. */
async function submitted() {
  const work = await newWork()
  await good(submit(work.client, work.first.id, { name: 'Cleo', mail: 'c@example.com' }))
  const seen = new Set<string>()
  const newMails = async (email: string) => {
    const mails = (await afterPause(email)).filter(({ id }) => !seen.has(id))
    for (const { id } of mails) seen.add(id)
    return mails
  }
  for (const { email } of [work.client, work.bookkeeper]) await newMails(email)
  return { ...work, newMails }
}

describe('the mail about answers that were sent back', () => {
  it('lists what to fix, and leads to the section', async () => {
    const { bookkeeper, client, workform, first, newMails } = await submitted()
    await good(
      sendBack(bookkeeper, first.id, 1, [flag('mail', 'wrong_period'), flag('scan', 'other', 'Page 2, please')]),
    )
    const [mail, ...others] = await newMails(client.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Answers to fix: ${workform.name}`)
    expect(mail?.text).toContain(
      `2 answers need to be fixed in "First" of "${workform.name}". Everything else is kept.\n` +
        '- Email: Wrong period\n- Passport: Page 2, please',
    )
    expect(mail?.html).toContain('- Email: Wrong period<br>- Passport: Page 2, please')
    expect(mail?.text).toContain(`/client-dashboard?section=${first.id}`)
  })

  it('is not sent when the client has submitted the section again, and tells of a whole rejection', async () => {
    const { bookkeeper, client, workform, first, second, newMails } = await submitted()
    await good(sendBack(bookkeeper, first.id, 1, [flag('mail')]))
    await good(submit(client, first.id, { name: 'Cleo', mail: 'new@example.com' }))
    const mails = (await newMails(client.email)).map((m) => m.subject)
    expect(mails).toEqual([`Submission received: ${workform.name}`])
    await good(submit(client, second.id, { note: 'Yes' }))
    await good(sendBack(bookkeeper, second.id, 1, [flag('note')]))
    await decided(bookkeeper, 'reject', first.id, { version: 3, reason: 'Start over' })
    const [mail] = await newMails(client.email)
    expect(mail?.text).toContain(`1 answer needs to be fixed in "Second" of "${workform.name}"`)
    expect(mail?.text).toContain(`"First" of "${workform.name}" has been rejected and reopened for you.`)
  })
})

describe('a request to change a submission', () => {
  it('is in the bookkeeper’s bell and mail until it is answered', async () => {
    const { bookkeeper, client, workform, first, newMails } = await submitted()
    const bell = () => get<Notifications>(bookkeeper, '/api/notifications')
    await good(open(bookkeeper, first.id, 1))
    await good(recall(client, first.id, 1, 'recall-request'))
    const [request] = (await bell()).items
    expect(request).toMatchObject({
      title: 'Change requested',
      message: `Cleo Client asks to change "First" of "${workform.name}".`,
      assignment_id: first.id,
      is_read: false,
    })
    const [mail] = await newMails(bookkeeper.email)
    expect(mail?.subject).toBe(`Change requested: ${workform.name}`)
    const marks = () => rows('SELECT notification_id FROM notification_reads WHERE user_id = ?', bookkeeper.userId)
    await good(send(bookkeeper, 'POST', '/api/notifications/read', { ids: [request?.id] }))
    expect((await bell()).items[0]).toMatchObject({ is_read: true })
    expect(await marks()).toEqual([{ notification_id: request?.id }])
    await good(answerRecall(bookkeeper, first.id, 1, false))
    expect((await bell()).items.map((n) => n.title)).toEqual(['New form submission'])
    expect(await marks()).toEqual([])
    const [declined] = await newMails(client.email)
    expect(declined?.subject).toBe(`Request declined: ${workform.name}`)
  })

  it('is answered by mail, too', async () => {
    const { bookkeeper, client, workform, first, newMails } = await submitted()
    await good(open(bookkeeper, first.id, 1))
    await good(recall(client, first.id, 1, 'recall-request'))
    await good(answerRecall(bookkeeper, first.id, 1, true))
    const [mail] = await newMails(client.email)
    expect(mail?.subject).toBe(`Section reopened: ${workform.name}`)
    expect(mail?.text).toContain(`You can change "First" of "${workform.name}" now.`)
    // Nothing waits for the bookkeeper any more.
    expect(await newMails(bookkeeper.email)).toEqual([])
  })

  it('is not mailed as a submission or receipt when the client has taken it back', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await good(recall(client, first.id, 1))
    expect(await afterPause(bookkeeper.email)).toEqual([])
    const mails = (await afterPause(client.email)).filter((m) => !m.subject.startsWith('New workform'))
    expect(mails).toEqual([])
  })
})
