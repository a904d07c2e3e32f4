import type { Session } from '@portal/contract/auth'
import { good, newDevice } from '../../../worker/src/testing/accounts.ts'
import { afterPause, say } from '../../../worker/src/testing/digests.ts'
import { deliverMail, replyAddress } from '../../../worker/src/testing/incoming-mail.ts'
import { callLink, linkIn, lookUpLink, mailedLink, openLink } from '../../../worker/src/testing/one-tap.ts'
import { mailsTo, newBookkeeper, newClient, portalUrl } from '../../../worker/src/testing/portal.ts'
import { assigned, change, newWorkform, rows, send } from '../../../worker/src/testing/work.ts'
import { attack } from '../lib/attack.ts'
import { drain } from '../lib/requests.ts'

/** Who else could get the token of a link: through texts in mails, replies, tables, responses and the log. */

/** Texts that could stand for a token in a mail, within an address of another site. */
const FORGED = [
  '{token}',
  '\u{fdd0}',
  '\u{fdd0}'.repeat(2),
  '\u202e\u{fdd0}',
  '\0\u{fdd0}',
  '&#xfdd0;',
  '%EF%B7%90',
].map((mark) => `https://evil.example/client-link#${mark}/client-chat`)

attack('texts that ask for the token of the recipient', async (t) => {
  const bookkeeper = await newBookkeeper(undefined, `Bea ${FORGED[1]}`)
  const client = await newClient(bookkeeper, `Cleo ${FORGED[1]}`)
  await drain(send(bookkeeper, 'PUT', '/api/firm-mail/sender', { name: FORGED[1], reply_to: null }))
  await say(bookkeeper, FORGED.join(' '), client.clientId)
  for (const text of FORGED) {
    const workform = await newWorkform(bookkeeper, { name: text.slice(0, 80), description: text })
    await assigned(bookkeeper, workform, [client.clientId])
  }
  const [news] = await afterPause(client.email)
  t.check(news?.text.includes('evil.example') === true, 'the message is not in the mail')
  const path = `/api/follow-ups/clients/${client.clientId}/reminder`
  const { version } = (await (await bookkeeper.fetch(path)).json()) as { version: string }
  const reminder = { subject: FORGED[1], text: FORGED.join('\n\n'), version }
  await t.accepts('a reminder', send(bookkeeper, 'POST', path, reminder))
  const mails = await afterPause(client.email)
  t.check(mails[0]?.id !== news?.id && mails[0]?.text.includes('evil.example') === true, 'no reminder is mailed')
  for (const mail of mails) {
    const { token } = linkIn({ ...mail, text: mail.text.replaceAll('https://evil.example', '') })
    const tokens = new Set([token, ...[...mail.text.matchAll(/#([\w-]{43})/g)].map(([, found = '']) => found)])
    for (const address of (mail.text + mail.html).match(/[^\s"<>]*evil\.example[^\s"<>]*/g) ?? [])
      for (const secret of tokens)
        t.check(secret === '' || !address.includes(secret), `"${mail.subject}" gives a token to ${address}`)
    for (const [, origin = ''] of (mail.text + mail.html).matchAll(/([^\s"<>]*)\/client-link#[\w-]{43}/g))
      t.check(origin === new URL(portalUrl).origin, `"${mail.subject}" has a token at ${origin}`)
  }
})

attack('tokens in replies, tables, responses and the log', async (t, { log }) => {
  const { client, mail, token, path } = await mailedLink()
  log.secrets.add(token)
  const to = await replyAddress(client)
  const quoted = mail.text.replace(/^/gm, '> ')
  for (const reply of [{ text: `Yes\n\n${quoted}` }, { text: mail.text }, { html: `<p>Yes</p>${mail.html}` }])
    t.check((await deliverMail({ from: client.email, to, ...reply })) === null, 'a reply is refused')
  for (const device of [newDevice(), newDevice()]) {
    await drain(lookUpLink(token, device))
    await drain(openLink(token, device))
    await drain(callLink('code', { token }, device))
    await drain(callLink('confirm', { token, code: '111111' }, device))
    await drain(callLink('confirm', { token, code: 'x' }, device))
    await drain(callLink('renew', { token, path }, device))
    await drain(callLink(token, { token: { token } }, device))
  }
  await change("UPDATE one_tap_links SET expires_at = '2020-01-01' WHERE id = ?", mail.id)
  await drain(openLink(token))
  await mailsTo(client.email)
  for (const { name } of await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")) {
    // Mails in the mailbox of development are those that were sent.
    if (/^(?:sqlite_|dev_mailbox$)/.test(name)) continue
    const kept = JSON.stringify(await rows(`SELECT * FROM "${name}"`)).includes(token)
    t.check(!kept, `the table ${name} has the token`)
  }
  t.check(log.leaks.size === 0, [...log.leaks].join('\n'))

  const fresh = await mailedLink()
  const opened = await openLink(fresh.token)
  t.check(/no-store/.test(opened.headers.get('cache-control') ?? ''), 'the session can be cached')
  const { user } = await good<Session>(opened)
  t.check(user.client_id === fresh.client.clientId, 'the session is for another client')
  const page = await fetch(new URL('/client-link', portalUrl))
  await drain(page)
  t.check(page.headers.get('referrer-policy') === 'no-referrer', 'pages get the address as a referrer')
  t.check(/frame-ancestors 'none'/.test(page.headers.get('content-security-policy') ?? ''), 'the button can be framed')
})
