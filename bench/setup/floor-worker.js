import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

/** The floors: the same query, update, upload and broadcast with nothing around them. */

const bytesOf = (base64url) => Uint8Array.from(Buffer.from(base64url, 'base64url'))
let key
let list

/** Returns whether the access token of a request is signed and not expired. */
async function hasToken(c) {
  const [header = '', payload = '', signature = ''] = (c.req.header('authorization') ?? '').slice(7).split('.')
  const encode = (text) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  key ??= await crypto.subtle.importKey('raw', encode(c.env.AUTH_SECRET), algorithm, false, ['verify'])
  const signed = await crypto.subtle.verify('HMAC', key, bytesOf(signature), encode(`${header}.${payload}`))
  const { exp } = JSON.parse(new TextDecoder().decode(bytesOf(payload)))
  return signed && exp * 1000 > Date.now()
}

/** Milliseconds after which the database may have closed an idle stream. */
const IDLE_MS = 8000
// Idle streams of the database. A new stream opens its indexes again, which costs more than the query.
const streams = []

/** Runs a statement with one request to the database. Returns its rows as objects. */
async function run(env, stmt) {
  const stream = streams.pop()
  const reused = stream && Date.now() - stream.at < IDLE_MS ? stream.baton : null
  const body = JSON.stringify({ baton: reused, requests: [{ type: 'execute', stmt }] })
  const response = await fetch(new URL('/v2/pipeline', env.LIBSQL_URL), { method: 'POST', body })
  const { baton, results } = await response.json()
  streams.push({ baton, at: Date.now() })
  const [{ response: answer, error }] = results
  if (error) throw new Error(error.message)
  const { cols, rows } = answer.result
  const plain = ({ type, value }) => (type === 'integer' ? Number(value) : (value ?? null))
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [cols[i].name, plain(value)])))
}

export default new Hono()
  .get('/query/list', async (c) => {
    if (!(await hasToken(c))) return c.json({ title: 'Not signed in' }, 401)
    list ??= JSON.parse(c.env.LIST)
    return c.json({ items: await run(c.env, list) })
  })
  .post('/query/update', async (c) => {
    if (!(await hasToken(c))) return c.json({ title: 'Not signed in' }, 401)
    await c.env.WRITER.getByName('one').write(await c.req.json())
    return c.body(null, 204)
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

/** Runs statements one after the other. */
export class Writer extends DurableObject {
  last = Promise.resolve()
  write(stmt) {
    const written = this.last.then(() => run(this.env, stmt))
    this.last = written.catch(() => undefined)
    return written
  }
}

/** Sends a text to every socket. */
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
