import { CLIENT_PASSWORD, codeIn, good, newDevice, nextMail, post, signedUpClient } from './accounts.ts'
import { afterPause } from './digests.ts'
import { mailsTo, newBookkeeper, newClient, type SentMail, type TestBookkeeper } from './portal.ts'
import { until } from './until.ts'
import { assigned, change, createdClient, newWorkform, send } from './work.ts'

/** Mails with one-tap links, and what their recipients and others do with them. */

export type Device = ReturnType<typeof newDevice>

/** Calls a route of one-tap links in a browser, by default a new one. */
export const callLink = (action: string, body: object, device: Device = newDevice()): Promise<Response> =>
  post(`/api/auth/one-tap/${action}`, body, device)
export const lookUpLink = (token: string, device?: Device) => callLink('look-up', { token }, device)
export const openLink = (token: string, device?: Device) => callLink('open', { token }, device)

/** Returns token and page of the link in a mail; the token is '' if it is an ordinary link. */
export function linkIn(mail: SentMail): { token: string; path: string } {
  const [, token = '', path = ''] =
    /http[^\s#]+?(?:\/client-link#([\w-]{43}))?(\/client-(?:dashboard|chat)\S*)/.exec(mail.text) ?? []
  return { token, path }
}

/** Assigns a workform to a client. @returns the mail about it */
export async function assignmentMail(bookkeeper: TestBookkeeper, clientId: string, email: string): Promise<SentMail> {
  const workform = await newWorkform(bookkeeper)
  await assigned(bookkeeper, workform, [clientId])
  const mail = (await afterPause(email)).find((m) => m.text.includes(workform.name))
  if (!mail) throw new Error('There is no mail about the workform.')
  return mail
}

/** A client with an account, and the link in a mail about a new assignment. */
export async function mailedLink(bookkeeper?: TestBookkeeper) {
  const sender = bookkeeper ?? (await newBookkeeper())
  const client = await newClient(sender)
  const mail = await assignmentMail(sender, client.clientId, client.email)
  return { bookkeeper: sender, client, mail, ...linkIn(mail) }
}

/** Like `mailedLink`, with a client who has a password. */
export async function mailedLinkWithPassword() {
  const bookkeeper = await newBookkeeper()
  const { id, email, name } = await signedUpClient(bookkeeper)
  const { token, path } = linkIn(await assignmentMail(bookkeeper, id, email))
  return { bookkeeper, clientId: id, email, name, token, path, person: { email, password: CLIENT_PASSWORD } }
}

/** Returns the token of the latest invitation to an address. @param than number of invitations before */
export async function invitationToken(email: string, than = 0): Promise<string> {
  return until('an invitation', async () => {
    const mails = (await mailsTo(email)).filter(({ text }) => text.includes('/client-setup?token='))
    return mails.length > than ? /client-setup\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] : undefined
  })
}

/** A client who was invited, and the token of the invitation. */
export async function invitedClient(bookkeeper?: TestBookkeeper, input: Record<string, unknown> = {}) {
  const sender = bookkeeper ?? (await newBookkeeper())
  const { id, email, name } = await createdClient(sender, input)
  return { bookkeeper: sender, clientId: id, email, name, token: await invitationToken(email) }
}

/** Requests the code for another browser and reads it from the mailbox. `than`: number of codes before. */
export async function linkCode(token: string, email: string, device: Device, than = 0): Promise<string> {
  await good(callLink('code', { token }, device))
  return codeIn(await nextMail(email, 'Your sign-in code', than))
}

/** Archives or restores a client. */
export const archive = (bookkeeper: TestBookkeeper, id: string, archived: boolean) =>
  good(
    send(bookkeeper, 'POST', '/api/clients/changes', { ids: [id], change: { kind: archived ? 'archive' : 'restore' } }),
  )

/** Turns the links of a firm on or off. */
export const turnLinks = (bookkeeper: TestBookkeeper, on: boolean) =>
  good(send(bookkeeper, 'PUT', '/api/firm-mail/one-tap-links', { on }))

/** Makes all links of an account expire. */
export const expireLinks = (userId: string): Promise<void> =>
  change('UPDATE one_tap_links SET expires_at = ? WHERE user_id = ?', new Date().toISOString(), userId)
