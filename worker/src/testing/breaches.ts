import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

/** The only breached password in tests. */
export const BREACHED_PASSWORD = 'kept-by-a-breach-4!'

/** Starts a service like haveibeenpwned: looks up the first five digits of a hash, with padding entries. */
export async function startBreaches(): Promise<{ url: string; stop: () => void }> {
  const hash = createHash('sha1').update(BREACHED_PASSWORD).digest('hex').toUpperCase()
  const padding = `${'0'.repeat(35)}:0`
  const server = createServer((request, response) => {
    const known = request.url === `/range/${hash.slice(0, 5)}`
    response.end([padding, ...(known ? [`${hash.slice(5)}:12`] : []), padding].join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `http://127.0.0.1:${port}/range/`, stop: () => server.close() }
}
