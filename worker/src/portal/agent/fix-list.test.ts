import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { at, newAssignment, runAt } from '../../testing/follow-ups.ts'
import { mailsTo, type TestClient } from '../../testing/portal.ts'
import { draft, flag, opened, recall, sendBack, submit } from '../../testing/sections.ts'
import { until } from '../../testing/until.ts'

/** Submits the first section, and sends its answer back. */
async function sentBack() {
  const { b, c, sections } = await newAssignment()
  const id = sections[0]?.id ?? ''
  await good(submit(c, id, { a: 'Typo' }))
  await good(sendBack(b, id, 1, [flag('a', 'wrong_period', 'We need\n2025.')]))
  return { b, c, id }
}
const reminderTo = ({ email }: TestClient) =>
  until('a reminder', async () => (await mailsTo(email)).find((mail) => mail.text.includes('?promise=')))
const LIST = '1 thing to fix in "First". Your other answers are kept.\n- a: Wrong period: We need 2025.'

it('lists what was sent back in a reminder, as text and as HTML', async () => {
  const { b, c, id } = await sentBack()
  await runAt(b, at(-7))
  const mail = await reminderTo(c)
  expect(mail.text).toContain('Please fix one answer in First: a.')
  expect(mail.text).toContain(LIST)
  expect(mail.html).toContain('kept.<br>- a: Wrong period: We need 2025.')
  expect(mail.text).toContain(`/client-dashboard?section=${id}`)
})

it('lists it until the section is submitted again: when the client has begun, and after taking it back', async () => {
  const { b, c, id } = await sentBack()
  await good(submit(c, id, { a: 'Second typo' }, 2))
  await good(recall(c, id, 3))
  await good(draft(c, id, { a: 'Half' }, (await opened(c, id)).draft_version))
  await runAt(b, at(-7))
  expect((await reminderTo(c)).text).toContain(LIST)
})

it('lists nothing of a section that was submitted again', async () => {
  const { b, c, id } = await sentBack()
  await good(submit(c, id, { a: 'Fixed' }, 2))
  await runAt(b, at(-7))
  expect((await reminderTo(c)).text).not.toContain('to fix')
})
