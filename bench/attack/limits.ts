import {
  codeIn,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { mailsTo, newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { PHISHING_NAMES, possibleLinks, textsWithout } from '../../worker/src/testing/names.ts'
import { until } from '../../worker/src/testing/until.ts'
import { change, rows, send } from '../../worker/src/testing/work.ts'
import { openBrowser } from '../browser.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { atOnce, drain, fromNewAddress } from './lib/requests.ts'

/** Limits that strangers reach on purpose: to flood a mailbox, to guess, or to keep the owner of an account out. */

/** A browser and a network that were not used before. */
const anywhere = () => ({ ...newDevice(), ...fromNewAddress() })
type Somewhere = ReturnType<typeof anywhere>

const MAILS_AT_ONCE = 10
/** The most wrong codes that a stranger may try at an account while this file runs. */
const TRIES_MAX = 50

const accepted = (responses: readonly Response[]): number => responses.filter(({ ok }) => ok).length

attack('a mailbox, flooded with mail about accounts', async (t) => {
  const person = newSignUp()
  await t.accepts('a sign-up with an address of somebody else', post('/api/auth/sign-up', person, anywhere()))
  for (let round = 0; round < 10; round++)
    for (const path of ['confirm/again', 'password/reset-request'])
      await drain(post(`/api/auth/${path}`, { email: person.email }, anywhere()))
  const got = await countRows('outbox WHERE recipient = ?', `mail:${person.email}`)
  t.check(got <= MAILS_AT_ONCE, `a stranger caused ${got} mails about an account`)

  const name = unique('bystander')
  const spelled = (i: number) =>
    `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@${i % 2 ? 'gmail' : 'googlemail'}.com`
  const signUps = await atOnce(16, (i) => post('/api/auth/sign-up', { ...newSignUp(), email: spelled(i) }, anywhere()))
  const spellings = accepted(signUps)
  t.check(spellings <= MAILS_AT_ONCE, `${spellings} confirmations went to one mailbox, under other spellings`)
  t.notes.push(`${got} mails to one address, ${spellings} to another mailbox`)
})

attack('the invitations of a firm to one mailbox of Gmail', async (t) => {
  const bookkeeper = await newBookkeeper()
  const name = unique('invited')
  const email = (i: number) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}@gmail.com`
  const invite = (i: number) =>
    send(bookkeeper, 'POST', '/api/clients', { name: 'Ann', email: email(i), phone: '5550100' })
  const invited = accepted(await atOnce(14, invite))
  t.check(invited <= 10, `dots gave ${invited} invitations`)
})

attack('the codes of an account, guessed from new browsers', async (t) => {
  const { email } = await newRecord(await newBookkeeper())
  for (let round = 0; round < 20; round++) {
    const stranger = anywhere()
    await drain(post('/api/auth/client/code', { email, purpose: 'signup' }, stranger))
    const guess = (i: number) =>
      post('/api/auth/client/code/check', { email, purpose: 'signup', code: String(100_000 + i) }, stranger)
    await atOnce(6, (i) => drain(guess(i)))
  }
  const sql = "SELECT coalesce(sum(tries), 0) AS n FROM verification_codes WHERE email = ? AND purpose = 'signup'"
  const [tried] = await rows<{ n: number }>(sql, email)
  t.check(Number(tried?.n) <= TRIES_MAX, `a stranger tried ${tried?.n} codes`)

  const { email: other } = await newRecord(await newBookkeeper())
  const from = anywhere()
  await t.accepts('a code', post('/api/auth/client/code', { email: other, purpose: 'signup' }, from))
  const code = codeIn(await nextMail(other, 'Your verification code'))
  // As if strangers had tried as many codes as they may within a day.
  await change(
    `INSERT INTO verification_codes (id, email, purpose, device_hash, code_hash, tries, created_at, expires_at)
      SELECT hex(randomblob(16)), ?1, 'signup', 'stranger', '', 5, ?2, ?2 FROM json_each('[1,2,3,4,5,6,7,8,9,10]')`,
    other,
    new Date().toISOString(),
  )
  const late = post('/api/auth/client/code/check', { email: other, purpose: 'signup', code }, from)
  await t.refuses('one more guess, which is right', late, 'too_many_requests')
})

attack('an owner with the right password, kept out by a stranger', async (t) => {
  const { email, password } = await registered()
  const signIn = (secret: string, from: Somewhere) =>
    post('/api/auth/sign-in', { email, password: secret, portal: 'bookkeeper' }, from)
  const end = new AbortController()
  const poll = async (): Promise<void> => {
    while (!end.signal.aborted) await drain(signIn('wrong-one', anywhere()))
  }
  const strangers = [poll(), poll(), poll(), poll()]
  const began = performance.now()
  try {
    await until('the first wait', async () =>
      (await signIn('wrong-one', anywhere())).status === 429 ? true : undefined,
    )
    const own = anywhere()
    t.check((await signIn(password, own)).status === 429, 'the owner was not kept waiting, so nothing was tried')
    const mail = await until('a way in', () => nextMail(email, 'Sign in without waiting'), 15_000).catch(
      () => undefined,
    )
    t.check(mail !== undefined, 'the owner gets no way in')
    if (!mail) return
    await drain(post('/api/auth/known-browsers', { token: tokenIn(mail, 'browser') }, own))
    const { status } = await signIn(password, own)
    t.check(status === 200, `the owner gets ${status} with the link`)
    t.notes.push(`the owner was in after ${Math.round(performance.now() - began)} ms`)
    await t.refuses(
      'a stranger with the used link',
      post('/api/auth/known-browsers', { token: tokenIn(mail, 'browser') }, anywhere()),
    )
    await t.refuses('a stranger with the right password', signIn(password, anywhere()), 'too_many_requests')
  } finally {
    end.abort()
    await Promise.all(strangers)
  }
  const links = (await mailsTo(email)).filter(({ subject }) => subject === 'Sign in without waiting').length
  t.check(links <= 1, `the stranger caused ${links} mails with a way in`)
})

attack('a bookkeeper, blocked by being added as a client', async (t) => {
  const [person, stranger] = [newSignUp(), await newBookkeeper()]
  const client = { name: 'Not a client', email: person.email, phone: '555 0100' }
  await t.accepts('adding a person', send(stranger, 'POST', '/api/clients', client))
  await t.accepts('the sign-up of that person', post('/api/auth/sign-up', person, anywhere()))
  const token = tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
  await t.accepts('the confirmation', post('/api/auth/confirm', { token }, anywhere()))
  const { email, password } = person
  await t.accepts('the sign-in', post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, anywhere()))
})

attack('a mail scanner that opens links and runs their scripts', async (t, { url, withPages }) => {
  await withPages()
  const person = newSignUp()
  await t.accepts('a sign-up with an address of somebody else', post('/api/auth/sign-up', person, anywhere()))
  const confirm = tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
  const firm = await newBookkeeper()
  const replies = `${unique('replies')}@example.com`
  await t.accepts('a reply address', send(firm, 'PUT', '/api/firm-mail/sender', { sender_name: '', reply_to: replies }))
  const replyTo = tokenIn(await nextMail(replies, 'Confirm this address for replies'), 'reply-to')
  await using browser = await openBrowser()
  for (const search of [`confirm=${confirm}`, `reply-to=${replyTo}`]) {
    const page = await browser.newPage()
    await page.goto(`${url}/?${search}`, { waitUntil: 'networkidle' })
  }
  const { email, password } = person
  const signIn = post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, anywhere())
  await t.refuses('the sign-in of the stranger', signIn, 'email_not_confirmed')
  const confirmed = await countRows('firms WHERE id = ? AND reply_to IS NOT NULL', firm.firmId)
  t.check(confirmed === 0, 'a reply address was confirmed')
})

attack('links in names, mailed to strangers', async (t) => {
  for (const name of PHISHING_NAMES) {
    const bookkeeper = await newBookkeeper(undefined, name)
    const email = `${unique('stranger')}@example.com`
    await t.accepts(
      `a client called ${name}`,
      send(bookkeeper, 'POST', '/api/clients', { name, email, phone: '5550100' }),
    )
    const mail = await until('the invitation', async () => (await mailsTo(email))[0])
    const own = mail.text.match(/https:\/\/portal\.example\S*/g) ?? []
    const links = textsWithout(mail, own).flatMap(possibleLinks)
    t.check(links.length === 0, `"${name}" becomes a link: ${links[0]}`)
  }
})
