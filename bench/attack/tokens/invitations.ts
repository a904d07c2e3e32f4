import { CLIENT_PASSWORD, post, tokenIn } from '../../../worker/src/testing/accounts.ts'
import { mailsTo, newBookkeeper } from '../../../worker/src/testing/portal.ts'
import { until } from '../../../worker/src/testing/until.ts'
import { createdClient, send } from '../../../worker/src/testing/work.ts'
import type { Trial } from '../attack.ts'

/** Invitations that were voided, used, or belong to somebody who is gone. */
export async function invitations(trial: Trial): Promise<void> {
  const bookkeeper = await newBookkeeper()
  const accept = (token: string) => post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD })
  const tokenFor = async (email: string, than = 0): Promise<string> => {
    const mails = await until('the invitation', async () => {
      const found = (await mailsTo(email)).filter((m) => m.text.includes('/client-setup?token='))
      return found.length > than ? found : undefined
    })
    return mails[0] ? tokenIn(mails[0], 'token') : ''
  }
  const ann = await createdClient(bookkeeper)
  const first = await tokenFor(ann.email)
  await trial.good('another invitation', send(bookkeeper, 'POST', `/api/clients/${ann.id}/invitation`))
  const second = await tokenFor(ann.email, 1)
  await trial.refused('an invitation that a newer one voided', accept(first), 'invalid_link')
  const answers = await Promise.all([1, 2, 3].map(() => accept(second)))
  trial.must(
    answers.filter((a) => a.ok).length === 1,
    `one invitation was accepted ${answers.filter((a) => a.ok).length} times`,
  )
  await trial.refused('an invitation used before', accept(second), 'invalid_link')
  const bob = await createdClient(bookkeeper)
  const moved = await tokenFor(bob.email)
  const edit = {
    name: bob.name,
    email: `moved-${bob.email}`,
    phone: '1',
    company: null,
    status: 'new',
    updated_at: bob.updated_at,
  }
  await trial.good('a new address', send(bookkeeper, 'PATCH', `/api/clients/${bob.id}`, edit))
  await trial.refused('an invitation to an address that was changed', accept(moved), 'invalid_link')
  const cam = await createdClient(bookkeeper)
  const orphan = await tokenFor(cam.email)
  await trial.good('a deletion', send(bookkeeper, 'DELETE', `/api/clients/${cam.id}`))
  await trial.refused('an invitation of a client who was deleted', accept(orphan), 'invalid_link')
}
