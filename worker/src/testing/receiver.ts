import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that reached the receiver. */
export interface Received {
  /** The id that the sender gave the request. */
  id: string
  body: string
  headers: IncomingHttpHeaders
  /** Whether the receiver responded with 2xx. */
  isAccepted: boolean
}

/** How a receiver responds: with a status (`after` so many milliseconds), by closing the connection, or never. */
export type Behavior =
  | { status: number; headers?: Record<string, string>; text?: string; after?: number }
  | 'hang up'
  | 'hang'

/** An external server that receives webhooks or mail. */
export interface Receiver {
  url: string
  requests: Received[]
  /** How it responds from now on, in general or depending on the body. */
  answer: Behavior | ((body: string) => Behavior)
  stop(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const received = {
        id: String(request.headers['webhook-id'] ?? request.headers['idempotency-key']),
        body: Buffer.concat(chunks).toString(),
        headers: request.headers,
        isAccepted: false,
      }
      receiver.requests.push(received)
      const answer = typeof receiver.answer === 'function' ? receiver.answer(received.body) : receiver.answer
      if (answer === 'hang up') request.socket.destroy()
      if (typeof answer === 'string') return
      const respond = () => {
        received.isAccepted = answer.status < 300
        response.writeHead(answer.status, answer.headers).end(answer.text ?? 'thank you')
      }
      if (answer.after === undefined) respond()
      else setTimeout(respond, answer.after)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    answer: { status: 200 },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
