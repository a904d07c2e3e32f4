/** Other options of a request with a slow JSON body. */
export const JSON_BODY = { headers: { 'content-type': 'application/json' }, duplex: 'half' }

/**
 * Returns a body that sends its first half immediately and the rest on `finish`. `begun` resolves once the first half
 * was read.
 */
export function slowBody(value: unknown): {
  body: ReadableStream<Uint8Array>
  begun: Promise<void>
  finish: () => void
} {
  const text = new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
  const half = Math.ceil(text.length / 2)
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  let rest: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      rest = controller
      controller.enqueue(text.subarray(0, half))
    },
    // More was requested, so the first half was read.
    pull: () => resolve(),
  })
  const finish = (): void => {
    rest?.enqueue(text.subarray(half))
    rest?.close()
  }
  return { body, begun, finish }
}
