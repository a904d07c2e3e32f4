import { type IncomingHttpHeaders, request } from 'node:http'

/** A request with headers that `fetch` does not let one set. */
export function raw(
  url: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    // The live channel was opened: the worst answer there is.
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: answer.headers, text: '' })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
