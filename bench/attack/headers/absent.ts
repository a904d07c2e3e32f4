import { request } from 'node:http'
import type { Production } from '../../production.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'

/** What only a machine of a developer has, or nobody may see. */
const ABSENT = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/follow-ups',
  '/shell.html',
  '/shell.json',
  '/index.html',
  '/_headers',
  '/.assetsignore',
  '/wrangler.toml',
  '/package.json',

  '/.env',
  '/.git/config',
  '/.git/HEAD',
  '/server-status',
  '/cdn-cgi/handler/scheduled',
  '/assets/',
  '/remotes/',
  '/remotes/mf-clients/',
  '/assets/../shell.html',
  '/assets/%2e%2e/shell.html',
  '/..%2fshell.html',
  '//shell.html',
]

/** What a portal in production must not have. */
export async function absent(portal: Production): Promise<Attack> {
  const tally = new Tally('what is not there in production', 'addresses')
  const { port } = new URL(portal.stack.url)
  for (const path of ABSENT) {
    // Over a bare connection: fetch would tidy the path up.
    const [status, type, text] = await new Promise<[number, string, string]>((resolve, reject) => {
      const sent = request({ port, path, host: '127.0.0.1' }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          body += part
        })
        answer.on('end', () => resolve([answer.statusCode ?? 0, answer.headers['content-type'] ?? '', body]))
      })
      sent.on('error', reject)
      sent.end()
    })
    tally.held(
      status === 404 || (status === 307 && text === ''),
      () => `${path}: ${status} ${type} ${text.slice(0, 60)}`,
    )
  }
  return tally.attack()
}
