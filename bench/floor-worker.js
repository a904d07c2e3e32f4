import { DurableObject } from 'cloudflare:workers'
import { createClient } from '@libsql/client/web'
import { Hono } from 'hono'
import { verify } from 'hono/jwt'

const LIST = `SELECT c.id, c.name, c.email, c.phone, c.company, c.status, c.created_at, c.updated_at, coalesce(a.password_set, 0) AS password_set
  FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id WHERE c.bookkeeper_id = ? ORDER BY c.created_at DESC, c.id DESC LIMIT 101`

/** What the portal is measured against: the same query, put and broadcast with nothing around them. */
const app = new Hono()
  .get('/list', async (c) => {
    const token = (c.req.header('authorization') ?? '').slice(7)
    const { sub } = await verify(token, c.env.AUTH_SECRET, { alg: 'HS256', iat: false })
    const { rows } = await createClient({ url: c.env.LIBSQL_URL }).execute({ sql: LIST, args: [String(sub)] })
    return c.json({ items: rows })
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
