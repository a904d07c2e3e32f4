import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client/http'
import { Webhook } from 'standardwebhooks'
import { REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX } from '@portal/contract/events'
import { issueToken } from '../../worker/local/remote-token.ts'
import { mailOffUrl } from '../../worker/src/mail/mail-switches.ts'
import type { Caller } from './caller.ts'

/** What stands beside the daily work: webhooks, mail, the trail, remotes, health. */

/** Webhooks and the log of their deliveries. */
export async function webhooks(caller: Caller, token: string): Promise<void> {
  // Nothing listens there.
  const { id = '' } = await caller.json('POST /api/webhooks', {
    token,
    body: { url: 'http://127.0.0.1:9/', events: ['created'] },
  })
  await caller.ask('GET /api/webhooks', { token })
  await caller.ask('PATCH /api/webhooks/{id}', { token, of: { id }, body: { is_on: true } })
  await caller.ask('POST /api/webhooks/{id}/secret', { token, of: { id }, body: {} })
  const delivery = await caller.json('POST /api/webhooks/{id}/test', { token, of: { id }, body: {} })
  await caller.ask('GET /api/webhooks/deliveries', { token })
  await caller.ask('GET /api/webhooks/deliveries/{id}', { token, of: { id: delivery['id'] ?? '' } })
  await caller.ask('POST /api/webhooks/deliveries/{id}/resend', { token, of: { id: delivery['id'] ?? '' }, body: {} })
  await caller.ask('DELETE /api/webhooks/{id}', { token, of: { id } })
}

/** Mail: who it is from, what failed, what its recipients want. */
export async function mail(
  caller: Caller,
  db: Client,
  secrets: { auth: string; reports: string },
  token: string,
  clientId: string,
): Promise<void> {
  await caller.ask('GET /api/firm-mail/sender', { token })
  await caller.ask('PUT /api/firm-mail/sender', { token, body: { sender_name: 'Bea', reply_to: 'bea@example.com' } })
  await caller.ask('GET /api/firm-mail/deliveries', { token })
  await caller.ask('GET /api/firm-mail/deliveries/counts', { token })
  const failed = 'a0000000-0000-7000-8000-000000000001'
  const own = await caller.json('GET /api/profile', { token })
  const at = new Date().toISOString()
  const dead = `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, dead_at, bookkeeper_id) VALUES (?, 'mail:x@example.com', 'mail', ?, ?, ?, ?, ?)`
  await db.execute({
    sql: dead,
    args: [failed, '{"to":"x@example.com","subject":"Hello","text":"","html":""}', at, at, at, own['id'] ?? ''],
  })
  await caller.ask('POST /api/firm-mail/deliveries/{id}/send-again', { token, of: { id: failed }, body: {} })
  await caller.ask('POST /api/firm-mail/deliveries/send-again', { token, body: {} })
  const body = JSON.stringify({
    type: 'email.bounced',
    data: { to: ['cleo@example.com'], bounce: { type: 'Permanent' } },
  })
  const [id, now] = ['report-1', new Date()]
  const headers = {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': new Webhook(secrets.reports).sign(id, now, body),
  }
  await caller.ask('POST /api/firm-mail/reports', { raw: body, headers })
  await caller.ask('GET /api/firm-mail/clients/{id}', { token, of: { id: clientId } })
  await caller.ask('POST /api/firm-mail/clients/{id}/try-again', { token, of: { id: clientId }, body: {} })
  await caller.ask('GET /api/mail/settings', { token })
  await caller.ask('PUT /api/mail/settings', { token, body: { kind: 'messages', on: true } })
  const link = new URL(mailOffUrl(caller.url, secrets.auth, { address: 'cleo@example.com', kind: 'messages' }))
  const query = Object.fromEntries(link.searchParams)
  await caller.ask('GET /api/mail/link', { query })
  await caller.ask('POST /api/mail/link/off', { query })
  await caller.ask('POST /api/mail/link/on', { query })
}

/** The own profile, the trail, and what pages and monitors ask. */
export async function others(caller: Caller, token: string): Promise<void> {
  await caller.ask('GET /api/profile', { token })
  await caller.ask('PATCH /api/profile', {
    token,
    body: { name: 'Bea', company: 'Bea & Co', time_zone: 'Europe/Berlin' },
  })
  await caller.ask('GET /api/audit', { token })
  await caller.ask('GET /api/audit/export', { token }).then((r) => r.text())
  await caller.ask('POST /api/audit/verify', { token, body: {} })
  await caller.ask('GET /api/health')
  await caller.ask('GET /api/health/live')
  const report = { release: 'bench', metrics: [{ name: 'LCP', value: 100, ran: null }], errors: [] }
  await caller.ask('POST /api/vitals', { body: report, headers: { origin: caller.url } })
  const socket = new WebSocket(`${caller.url.replace('http', 'ws')}/api/realtime`, [
    REALTIME_PROTOCOL,
    `${REALTIME_TOKEN_PREFIX}${token}`,
  ])
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  socket.close()
  // An upgrade carries no figures; it asks the object of the user alone.
  caller.spent.set('GET /api/realtime', { reads: 0, writes: 0, seen: 0 })
}

/** The version of a package that remotes are built with. */
const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../..', folder, 'package.json'), 'utf8')) as { version: string })
    .version

/** Publishing a remote, and everything around it. */
export async function remotes(caller: Caller, database: string): Promise<void> {
  const name = 'mf-bench'
  const headers = { authorization: `Bearer ${await issueToken({ url: database }, name)}` }
  const entry = 'remoteEntry.1.js'
  const manifest = {
    id: 'x',
    name: 'x',
    metaData: { remoteEntry: { name: entry, path: '', type: 'global' } },
    shared: [{ name: 'react' }],
    exposes: [
      { name: 'routes', path: './routes', assets: { js: { sync: [entry], async: [] }, css: { sync: [], async: [] } } },
    ],
  }
  const files: Record<string, string> = { [entry]: '/* entry */', 'mf-manifest.json': JSON.stringify(manifest) }
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    size: Buffer.byteLength(text),
  }))
  const shell = await caller.json<{ remotes: unknown[] }>('GET /api/remotes')
  const [contract, sdk] = [versionOf('worker/contract'), versionOf('shell/sdk')]
  if (!Array.isArray(shell.remotes)) throw new Error('no registry')
  for (const version of ['1.0.0', '1.0.1']) {
    const place = { routes: ['/bench'], role: 'bookkeeper', nav: null }
    await caller.ask('POST /api/remotes/{name}/versions', {
      of: { name },
      headers,
      body: { version, contract, sdk, place, files: listed },
    })
    for (const [path, text] of Object.entries(files))
      await caller.ask('PUT /api/remotes/{name}/versions/{version}/files/{path}', {
        of: { name, version, path },
        headers,
        raw: text,
      })
    await caller.ask('POST /api/remotes/{name}/versions/{version}/live', { of: { name, version }, headers, body: {} })
  }
  await caller.ask('GET /api/remotes')
  await caller.ask('GET /api/remotes/{name}/versions', { of: { name }, headers })
  await caller.ask('POST /api/remotes/{name}/versions/{version}/preview', {
    of: { name, version: '1.0.0' },
    headers,
    body: {},
  })
  await caller.ask('POST /api/remotes/{name}/rollback', { of: { name }, headers, body: {} })
  await caller.ask('POST /api/remotes/{name}/prune', { of: { name }, headers, body: { days: 0, dry: false } })
  await caller.ask('DELETE /api/remotes/{name}/live', { of: { name }, headers })
}
