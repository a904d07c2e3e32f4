import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { s3Bucket } from './objects.ts'

/** The part of S3's API that a backup uses, in memory: checks signatures and lists two objects per page. */
const stored = new Map<string, { body: Buffer; type: string; cache: string }>()
let server: Server
let endpoint: string
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')

beforeAll(async () => {
  server = createServer((request, response) => {
    const respond = (body: Buffer): unknown => {
      const url = new URL(request.url ?? '/', 'http://s3')
      const key = url.pathname.split('/').slice(2).map(decodeURIComponent).join('/')
      const end = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) =>
        response.writeHead(status, headers).end(text)
      if (!/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/auto\/s3\/aws4_request/.test(request.headers.authorization ?? ''))
        return end(403, '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
      if (url.searchParams.get('list-type') === '2') {
        const after = url.searchParams.get('continuation-token') ?? ''
        const keys = [...stored.keys()].sort().filter((k) => k > after)
        const page = keys
          .slice(0, 2)
          .map((k) => {
            const size = stored.get(k)?.body.length ?? 0
            const etag = `&quot;e-${escaped(k)}&quot;`
            return `<Contents><Key>${escaped(k)}</Key><Size>${size}</Size><ETag>${etag}</ETag></Contents>`
          })
          .join('')
        const more = keys.length > 2
        const token = more ? `<NextContinuationToken>${escaped(keys[1] ?? '')}</NextContinuationToken>` : ''
        return end(200, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${page}${token}</ListBucketResult>`)
      }
      if (request.method === 'PUT')
        stored.set(key, {
          body,
          type: request.headers['content-type'] ?? '',
          cache: request.headers['cache-control'] ?? '',
        })
      if (request.method === 'DELETE') stored.delete(key)
      if (request.method !== 'GET') return end(200)
      const object = stored.get(key)
      return object
        ? end(200, object.body, { 'content-type': object.type, 'cache-control': object.cache })
        : end(404, '<Error><Code>NoSuchKey</Code></Error>')
    }
    void buffer(request).then(respond)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

it('lists, reads, writes and removes objects over S3 when keys have special characters', async () => {
  const bucket = s3Bucket({ endpoint, accessKeyId: 'key', secretAccessKey: 'secret' }, 'uploads')
  const keys = ["clients/a & b/it's <1>.pdf", 'clients/c d+e%20.txt', 'é/ü.png']
  for (const [i, key] of keys.entries())
    await bucket.put(key, {
      body: new Uint8Array([i, 255]),
      contentType: 'application/pdf',
      cacheControl: 'max-age=3600',
    })
  const listed: string[] = []
  for await (const { key, size } of bucket.list()) listed.push(`${key} ${size}`)
  expect(listed).toEqual(keys.map((key) => `${key} 2`))
  expect(await bucket.get(keys[1] ?? '')).toEqual({
    body: new Uint8Array([1, 255]),
    contentType: 'application/pdf',
    cacheControl: 'max-age=3600',
  })
  await bucket.remove(keys[1] ?? '')
  expect(await bucket.get(keys[1] ?? '')).toBeUndefined()
  const otherKey = s3Bucket({ endpoint, accessKeyId: 'other', secretAccessKey: 'secret' }, 'uploads')
  await expect(otherKey.get('x')).rejects.toThrow('uploads answered 403: Access Denied')
})
