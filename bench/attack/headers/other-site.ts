import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of somebody else's. */
export interface OtherSite {
  url: string
  /** What it was asked for, with where from. */
  got: string[]
  stop(): void
}

/** Starts one whose page frames these addresses. */
export async function startOtherSite(frames: readonly string[]): Promise<OtherSite> {
  const got: string[] = []
  const server = createServer((request, response) => {
    got.push(`${request.url} ${request.headers.referer ?? ''}`)
    const list = frames
      .map((url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`)
      .join('')
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/' ? `<!doctype html>${list}` : 'x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another host than the portal's, so that it is another site to the browser.
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, got, stop: () => void server.close() }
}
