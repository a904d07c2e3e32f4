import { AwsClient } from 'aws4fetch'
import type { Miniflare } from 'miniflare'
import { StartError } from '../sqld.ts'

/** An object as it is stored. */
export interface StoredObject {
  key: string
  size: number
  etag: string
}
export interface ObjectContent {
  body: Uint8Array
  contentType: string
  cacheControl: string
}

/** A bucket, wherever it is. */
export interface Bucket {
  list(): AsyncGenerator<StoredObject>
  /** Undefined where it went away meanwhile. */
  get(key: string): Promise<ObjectContent | undefined>
  put(key: string, content: ObjectContent): Promise<void>
  remove(key: string): Promise<void>
}

/** A bucket of the portal on this machine. */
export async function localBucket(miniflare: Miniflare, binding: string): Promise<Bucket> {
  const bucket = await miniflare.getR2Bucket(binding)
  return {
    async *list() {
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await bucket.list(cursor ? { cursor } : {})
        for (const { key, size, etag } of page.objects) yield { key, size, etag }
        more = page.truncated
        cursor = page.truncated ? page.cursor : undefined
      }
    },
    async get(key) {
      const object = await bucket.get(key)
      if (!object) return undefined
      const { contentType = 'application/octet-stream', cacheControl = '' } = object.httpMetadata ?? {}
      return { body: new Uint8Array(await object.arrayBuffer()), contentType, cacheControl }
    },
    async put(key, { body, contentType, cacheControl }) {
      await bucket.put(key, body, { httpMetadata: { contentType, ...(cacheControl ? { cacheControl } : {}) } })
    },
    remove: (key) => bucket.delete(key),
  }
}

/** How R2 is reached over S3. */
export interface S3Access {
  /** https://<account>.r2.cloudflarestorage.com */
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
}

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
const element = (xml: string, name: string): string =>
  decoded(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')

/** A bucket of R2, over its S3 API. */
export function s3Bucket({ endpoint, ...keys }: S3Access, name: string): Bucket {
  const client = new AwsClient({ ...keys, service: 's3', region: 'auto', retries: 5 })
  const addressOf = (key: string): string => `${endpoint}/${name}/${key.split('/').map(encodeURIComponent).join('/')}`
  const call = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await client.fetch(url, init)
    if (response.ok || response.status === 404) return response
    throw new StartError(`${name} answered ${response.status}: ${element(await response.text(), 'Message')}`)
  }
  return {
    async *list() {
      for (let token = '', more = true; more; ) {
        const query = new URLSearchParams({ 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) })
        const xml = await (await call(`${endpoint}/${name}?${query}`)).text()
        for (const [, object = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield {
            key: element(object, 'Key'),
            size: Number(element(object, 'Size')),
            etag: element(object, 'ETag').replaceAll('"', ''),
          }
        }
        token = element(xml, 'NextContinuationToken')
        more = element(xml, 'IsTruncated') === 'true' && token !== ''
      }
    },
    async get(key) {
      const response = await call(addressOf(key))
      if (response.status === 404) return undefined
      const header = (known: string): string => response.headers.get(known) ?? ''
      return {
        body: new Uint8Array(await response.arrayBuffer()),
        contentType: header('content-type') || 'application/octet-stream',
        cacheControl: header('cache-control'),
      }
    },
    async put(key, { body, contentType, cacheControl }) {
      const headers = { 'content-type': contentType, ...(cacheControl ? { 'cache-control': cacheControl } : {}) }
      const response = await call(addressOf(key), { method: 'PUT', headers, body: new Uint8Array(body) })
      if (!response.ok) throw new StartError(`The bucket ${name} is not there.`)
    },
    async remove(key) {
      await call(addressOf(key), { method: 'DELETE' })
    },
  }
}
