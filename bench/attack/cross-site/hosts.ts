import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Attack, Trial } from '../attack.ts'
import { startTarget } from '../target.ts'
import { raw } from './raw.ts'

/** A mail provider that keeps what it was given. */
async function sink() {
  const mails: string[] = []
  const server = createServer((incoming, answer) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      mails.push(text)
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`
  return { url, mails, stop: () => server.close() }
}

/** Where links of mails lead, whatever host a request claims. */
export async function hosts(): Promise<Attack> {
  const trial = new Trial('the address in links of mails, in production')
  const provider = await sink()
  const vars = {
    ENVIRONMENT: 'production',
    ORIGIN: 'https://portal.example',
    MAIL_FROM: 'portal@portal.example',
    RESEND_API_KEY: 'key',
    RESEND_URL: provider.url,
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
  }
  const target = await startTarget({ vars })
  try {
    const claims = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example;proto=http' },
      { 'x-forwarded-proto': 'http', 'x-forwarded-server': 'evil.example' },
      { origin: '' },
    ]
    let taken = 0
    for (const [i, claim] of claims.entries()) {
      const person = {
        name: 'Ann',
        email: `ann-${i}@example.com`,
        password: 'a-fine-Password-7',
        company: 'Ann & Co',
        timeZone: 'UTC',
      }
      const headers = {
        'content-type': 'application/json',
        ...Object.fromEntries(Object.entries(claim).filter(([, v]) => v !== '')),
      }
      const answer = await raw(target.url, '/api/auth/sign-up', headers, JSON.stringify(person))
      if (answer.status === 201) taken++
      // Another host than one's own machine is taken for one that is reached without TLS.
      trial.must(
        answer.status === 201 || answer.status === 403,
        `a sign-up with ${JSON.stringify(claim)}: ${answer.status} ${answer.text}`,
      )
    }
    const until = Date.now() + 20_000
    while (provider.mails.length < taken && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    trial.must(taken > 0 && provider.mails.length === taken, `${provider.mails.length} of ${taken} mails came`)
    for (const mail of provider.mails) {
      const links = mail.match(/https?:\/\/[^\s"'<>\\)]+/g) ?? []
      const foreign = links.filter((link) => !link.startsWith('https://portal.example'))
      trial.must(
        links.length > 0 && foreign.length === 0 && !mail.includes('evil.example'),
        `a mail links to ${foreign.join(', ')}`,
      )
    }
    trial.must(
      (await fetch(`${target.url}/dev/mailbox.json`)).status === 404,
      'the mailbox of development is open in production',
    )
  } finally {
    await target.stop()
    provider.stop()
  }
  return trial.result()
}
