/** What a request with a held body needs besides it. */
export const JSON_BODY = { headers: { 'content-type': 'application/json' }, duplex: 'half' }

/** Returns a body whose first half is sent at once and the rest when told; `begun` resolves once the first half is on its way. */
export function held(value: unknown): { body: ReadableStream<Uint8Array>; begun: Promise<void>; finish: () => void } {
  const text = new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
  const half = Math.ceil(text.length / 2)
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  let rest: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      rest = controller
      controller.enqueue(text.subarray(0, half))
    },
    // Asked for more: the first half was taken.
    pull: () => resolve(),
  })
  const finish = (): void => {
    rest?.enqueue(text.subarray(half))
    rest?.close()
  }
  return { body, begun, finish }
}
