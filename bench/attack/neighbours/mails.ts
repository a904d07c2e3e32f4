import { newSignUp, nextMail, post, tokenIn } from '../../../worker/src/testing/accounts.ts'
import { mailsTo, newBookkeeper, newClient } from '../../../worker/src/testing/portal.ts'
import { until } from '../../../worker/src/testing/until.ts'
import { assigned, change, createdClient, newWorkform, rows, send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { many } from '../races/race.ts'

const MAIL_MS = 20_000

/** Whether a mail that a workform was assigned reaches the client of another firm. */
async function isTold(): Promise<boolean> {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  const mail = async () => ((await mailsTo(client.email)).length > 0 ? true : undefined)
  return until('a mail about a workform', mail, MAIL_MS).catch(() => false)
}

/** One person switches a kind of mail off; everybody else still gets it. */
async function silence(trial: Trial): Promise<void> {
  const client = await newClient(await newBookkeeper())
  const off = await send(client, 'PUT', '/api/mail/settings', { kind: 'assigned', on: false })
  trial.must(off.ok, `switching mails off answers ${off.status}`)
  await off.text()
  trial.must(await isTold(), "one person's switch ends that kind of mail for another firm's client")
}

/** The one-click link of a mail, opened again and again. */
async function unsubscribes(trial: Trial): Promise<void> {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId])
  const mail = await until('a mail with a way out', async () => (await mailsTo(client.email))[0], MAIL_MS)
  const [, token = ''] = /mail-off\?token=([\w.-]+)/.exec(JSON.stringify(mail)) ?? []
  trial.must(token !== '', 'a mail of a kind that can be switched off has no link for it')
  for (let i = 0; i < 20; i++) await post(`/mail-off?token=${token}`, {}).then((r) => r.text())
  const n = await many("FROM audit_log WHERE firm_id = ? AND action = 'account.mail_switched'", bookkeeper.firmId)
  trial.must(n <= 1, `twenty opened links wrote ${n} entries into the audit log`)
}

/** An address is registered as a client between its own sign-up and its confirmation. */
async function between(trial: Trial): Promise<void> {
  const person = newSignUp()
  await post('/api/auth/sign-up', person).then((r) => r.text())
  const mail = await nextMail(person.email, 'Confirm your email address')
  const thief = await newBookkeeper()
  await send(thief, 'POST', '/api/clients', { name: 'Ann', email: person.email, phone: '1' }).then((r) => r.text())
  const token = tokenIn(mail, 'confirm')
  const answer = await post('/api/auth/confirm', { token })
  trial.must(answer.status < 500, `confirming answers ${answer.status}`)
  await answer.text()
  const seen = await (await send(thief, 'GET', '/api/firm-mail/deliveries')).text()
  trial.must(!seen.includes('Confirm your email'), "a stranger sees the mails of a bookkeeper's sign-up")
}

/** A bookkeeper lists who uses the portal, a thousand addresses at a time. */
async function listing(trial: Trial): Promise<void> {
  const bookkeeper = await newBookkeeper()
  let taken = 0
  for (let i = 0; i < 60; i++) {
    const emails = Array.from({ length: 1000 }, (_, n) => `guess-${i}-${n}@example.com`)
    const answer = await send(bookkeeper, 'POST', '/api/clients/import/check', { emails })
    await answer.text()
    if (answer.ok) taken += emails.length
  }
  trial.must(taken < 60_000, `${taken} addresses were tested in one go`)
}

/** A firm reads, or lifts, the complaint that a person made about the mail of another. */
async function complaints(trial: Trial): Promise<void> {
  const [own, other] = [await newBookkeeper(), await newBookkeeper()]
  const client = await createdClient(own)
  const copy = await createdClient(other, { email: client.email })
  const at = new Date().toISOString()
  await change(
    "INSERT INTO mail_problems (email, kind, reason, at) VALUES (?, 'complained', 'spam', ?)",
    client.email,
    at,
  )
  const seen = await (await send(other, 'GET', `/api/firm-mail/clients/${copy.id}`)).text()
  trial.must(!seen.includes('complained') && !seen.includes('spam'), 'a firm reads what a person said of another')
  await send(other, 'POST', `/api/firm-mail/clients/${copy.id}/try-again`).then((r) => r.text())
  const left = await rows('SELECT 1 FROM mail_problems WHERE email = ?', client.email)
  trial.must(left.length > 0, "a firm lifts a person's complaint")
}

/** The attacks of this piece. */
export async function mails(): Promise<Attack> {
  const trial = new Trial("mail of others: switched off, listed, read, a person's complaint lifted")
  for (const attempt of [unsubscribes, between, listing, complaints, silence]) {
    await attempt(trial).catch((error: unknown) => trial.must(false, `could not go on: ${String(error)}`))
  }
  return trial.result('checks')
}
