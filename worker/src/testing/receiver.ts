import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the receiver got. */
export interface Received {
  /** The sender's own id of it. */
  id: string
  body: string
  headers: IncomingHttpHeaders
  /** Whether the receiver said that it had taken it. */
  taken: boolean
}

/** What a receiver does with a request: answers, `after` so many milliseconds; hangs up on it; or never says a word. */
export type Manner =
  | { status: number; headers?: Record<string, string>; text?: string; after?: number }
  | 'hang up'
  | 'hang'

/** Someone else's server that takes webhooks, or mails. */
export interface Receiver {
  url: string
  got: Received[]
  /** What it does from now on, with every request or by what it says. */
  answer: Manner | ((body: string) => Manner)
  stop(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const received = {
        id: String(request.headers['webhook-id'] ?? request.headers['idempotency-key']),
        body: Buffer.concat(parts).toString(),
        headers: request.headers,
        taken: false,
      }
      receiver.got.push(received)
      const answer = typeof receiver.answer === 'function' ? receiver.answer(received.body) : receiver.answer
      if (answer === 'hang up') request.socket.destroy()
      if (typeof answer === 'string') return
      const say = () => {
        received.taken = answer.status < 300
        response.writeHead(answer.status, answer.headers).end(answer.text ?? 'thank you')
      }
      if (answer.after === undefined) say()
      else setTimeout(say, answer.after)
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
