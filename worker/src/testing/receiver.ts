import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the receiver got. */
export interface Received {
  id: string
  body: string
  headers: IncomingHttpHeaders
}

/** Someone else's server that takes webhooks. */
export interface Receiver {
  url: string
  got: Received[]
  /** What it answers from now on: a status with headers and a text, or `hang up`. */
  answer: { status: number; headers?: Record<string, string>; text?: string } | 'hang up'
  stop(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const received = {
        id: String(request.headers['webhook-id']),
        body: Buffer.concat(parts).toString(),
        headers: request.headers,
      }
      receiver.got.push(received)
      const { answer } = receiver
      if (answer === 'hang up') request.socket.destroy()
      else response.writeHead(answer.status, answer.headers).end(answer.text ?? 'thank you')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got: [],
    answer: { status: 200 },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
