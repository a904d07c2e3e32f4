import { TONES } from '@portal/contract/no-preferences'
import { describe, expect, it } from 'vitest'
import { helpSentence } from '../../portal/agent/words/sentences.ts'
import { good, nextMail } from '../../testing/accounts.ts'
import { afterPause } from '../../testing/digests.ts'
import { at, newAssignment, runAt } from '../../testing/follow-ups.ts'
import { deliverMail, replyAddress } from '../../testing/incoming-mail.ts'
import { callLink, expireLinks, mailedLink } from '../../testing/one-tap.ts'
import { mailsTo, newBookkeeper, type SentMail, unique } from '../../testing/portal.ts'
import { workerSources } from '../../testing/product-sources.ts'
import { createdClient } from '../../testing/work.ts'

/** A mail offers to be answered only if the answer arrives. */

const OFFER = /\b(?:just|please) reply\b|\breply (?:to this|and tell)\b/i
const offers = ({ text, html }: SentMail): boolean => OFFER.test(text) || OFFER.test(html)

const definitions = workerSources.filter(
  ({ path, code }) => code.includes('composeMail({') && path !== 'platform/mail/layout.ts',
)

/** Where the mails of a firm to its clients are composed. Their type requires the bookkeeper, who gets the replies. */
const OF_FIRMS = [
  'portal/auth/invitations/invite.ts',
  'portal/auth/one-tap/mails.ts',
  'portal/inbound/refused-files.ts',
  'portal/notifications/digests/send-due.ts',
]

describe('an offer to reply', () => {
  it('is in every sentence with which reminders end', () => {
    for (const tone of TONES)
      for (let step = 1; step <= 6; step++) expect(helpSentence(tone, step, 'Maya')).toMatch(OFFER)
  })

  it('is made only by reminders, in no other mail', () => {
    const pathsOf = (list: typeof workerSources) => list.map(({ path }) => path).toSorted()
    expect(pathsOf(workerSources.filter(({ code }) => OFFER.test(code)))).toEqual(['portal/agent/words/sentences.ts'])
    expect(pathsOf(definitions.filter(({ code }) => code.includes('bookkeeperId')))).toEqual(OF_FIRMS)
    expect(definitions.length).toBeGreaterThan(12)
  })
})

describe('every mail of a firm to a client', () => {
  it('has a Reply-To: reminders that offer to reply, in all tones', async () => {
    for (const [before, after] of [
      ['gentle', 'firm'],
      ['neutral', 'neutral'],
    ] as const) {
      const { b, c } = await newAssignment(undefined, { tone: { before, after } })
      for (const days of [-7, -3, -1, 0, 3, 6]) {
        await runAt(b, at(days))
        // Two reminders that wait would be one mail.
        await afterPause(c.email)
      }
      const sent = async () => (await mailsTo(c.email)).filter(offers)
      await expect.poll(async () => (await sent()).length).toBeGreaterThanOrEqual(4)
      for (const mail of await sent())
        expect(mail, mail.subject).toMatchObject({ replyTo: expect.stringContaining('@') as string })
    }
  })

  it('has a Reply-To: invitations, news, new links, and reports about files', async () => {
    const bookkeeper = await newBookkeeper()
    const invited = `${unique('invited')}@example.com`
    await createdClient(bookkeeper, { email: invited })
    await expect.poll(() => mailsTo(invited)).toMatchObject([{ replyTo: bookkeeper.email }])
    const { client, mail, token, path } = await mailedLink(bookkeeper)
    expect(mail.replyTo).toContain('@replies.')
    await expireLinks(client.userId)
    await good(callLink('renew', { token, path }))
    expect(await nextMail(client.email, 'Your new link')).toMatchObject({ replyTo: bookkeeper.email })
    const to = await replyAddress(client)
    await deliverMail({ from: client.email, to, text: 'Here it is.', files: [{ name: 'run.exe', bytes: 'MZ' }] })
    const report = await nextMail(client.email, 'A file in your email was not accepted')
    expect(report.replyTo).toBe(bookkeeper.email)
  })
})
