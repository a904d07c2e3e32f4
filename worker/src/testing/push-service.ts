import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushSubscription } from '@portal/contract/push'
import type { PushMessage } from '@portal/contract/push-kinds'

/** A request that reached the push service. */
interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser's subscription, with what reached it. */
export interface TestBrowser {
  subscription: PushSubscription
  requests: Received[]
  /** How the push service responds from now on. */
  answer: { status: number; headers?: Record<string, string> }
  /** Returns what reached the browser, decrypted. */
  messages(): PushMessage[]
}

/** A push service that decrypts messages like browsers do, written from the RFCs and not with the portal's code. */
export interface PushService {
  origin: string
  newBrowser(): TestBrowser
  stop(): Promise<void>
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message (RFC 8291, with the content encoding of RFC 8188). */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): PushMessage {
  const [salt, recordSize] = [body.subarray(0, 16), body.readUInt32BE(16)]
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
  const record = body.subarray(21 + senderKey.length)
  if (record.length > recordSize) throw new Error('more than one record')
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const key = hkdf(auth, ecdh.computeSecret(senderKey), about, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and zeros.
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
  return JSON.parse(padded.subarray(0, end).toString()) as PushMessage
}

/** Returns the claims and the key of a VAPID token (RFC 8292). Throws when its signature is invalid. */
export function readVapid(header = ''): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  const decode = (part: string): Buffer => Buffer.from(part, 'base64url')
  const point = decode(key)
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${payload}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, decode(signature)))
    throw new Error('The signature is invalid.')
  if ((JSON.parse(decode(head).toString()) as { alg: string }).alg !== 'ES256') throw new Error('not ES256')
  return { key, claims: JSON.parse(decode(payload).toString()) as never }
}

/** Starts a push service on a free port. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, TestBrowser>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      browser?.requests.push({ headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers } = browser?.answer ?? { status: 404 }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    newBrowser() {
      const ecdh = createECDH('prime256v1')
      const [path, p256dh, auth] = [`/push/${crypto.randomUUID()}`, ecdh.generateKeys('base64url'), randomBytes(16)]
      const browser: TestBrowser = {
        subscription: { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } },
        requests: [],
        answer: { status: 201 },
        messages: () => browser.requests.map(({ body }) => decrypt(body, ecdh, auth)),
      }
      browsers.set(path, browser)
      return browser
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
