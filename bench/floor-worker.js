import { scrypt, timingSafeEqual } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import { createClient } from '@libsql/client/web'
import { Hono } from 'hono'

const LIST = `SELECT c.id, c.name, c.email, c.phone, c.company, c.status, c.created_at, c.updated_at, coalesce(a.password_set, 0) AS password_set
  FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id WHERE c.bookkeeper_id = ? ORDER BY c.created_at DESC, c.id DESC LIMIT 101`

const statements = new Map()

const bytesOf = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
let key

/** The claims of the access token, once its signature and its end were looked at. */
async function bearer(c) {
  const [header = '', payload = '', signature = ''] = (c.req.header('authorization') ?? '').slice(7).split('.')
  const text = new TextEncoder()
  key ??= crypto.subtle.importKey('raw', text.encode(c.env.AUTH_SECRET), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const signed = await crypto.subtle.verify('HMAC', await key, bytesOf(signature), text.encode(`${header}.${payload}`))
  const claims = JSON.parse(new TextDecoder().decode(bytesOf(payload)))
  if (!signed || claims.exp * 1000 < Date.now()) throw new Error('the token does not hold')
  return claims
}

/** What the portal is measured against: the same query, put and broadcast with nothing around them. */
const app = new Hono()
  .get('/list', async (c) => {
    const { sub } = await bearer(c)
    const { rows } = await createClient({ url: c.env.LIBSQL_URL }).execute({ sql: LIST, args: [String(sub)] })
    return c.json({ items: rows })
  })
  // Statements by key, as a route of the portal sends them.
  .put('/statements/:key', async (c) => {
    statements.set(c.req.param('key'), await c.req.json())
    return c.body(null, 204)
  })
  .get('/statements/:key', async (c) => {
    await bearer(c)
    const asked = statements.get(c.req.param('key'))
    const client = createClient({ url: c.env.LIBSQL_URL })
    const results = asked.length === 1 ? [await client.execute(asked[0])] : await client.batch(asked, 'read')
    return c.json(results.map(({ rows }) => rows))
  })
  // A request to the database, passed on as it is.
  .post('/relay', async (c) => {
    await bearer(c)
    const answer = await fetch(new URL(c.req.query('path'), c.env.LIBSQL_URL), {
      method: 'POST',
      body: await c.req.text(),
    })
    return c.json(await answer.json())
  })
  .post('/scrypt', async (c) => {
    const { password, salt, hash, sql, args } = await c.req.json()
    const { rows } = await createClient({ url: c.env.LIBSQL_URL }).execute({ sql, args })
    const bytes = Buffer.from(hash, 'base64')
    const options = { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 27 }
    const derived = await new Promise((resolve, reject) => {
      scrypt(password, Buffer.from(salt, 'base64'), bytes.length, options, (error, hashed) =>
        error ? reject(error) : resolve(hashed),
      )
    })
    return c.json({ right: timingSafeEqual(derived, bytes), rows })
  })
  .put('/put', async (c) => {
    await c.env.BUCKET.put(c.req.query('key'), c.req.raw.body)
    return c.body(null, 204)
  })
  .get('/hub', (c) => c.env.HUB.getByName('one').fetch(c.req.raw))
  .post('/hub', async (c) => {
    await c.env.HUB.getByName('one').publish(await c.req.text())
    return c.body(null, 204)
  })

export default app

/** A hub that sends what it is told to every socket. */
export class Hub extends DurableObject {
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  publish(text) {
    for (const socket of this.ctx.getWebSockets()) socket.send(text)
  }
}
